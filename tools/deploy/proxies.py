"""Makes sure that there are an nginx, a Caddy and a systemd for `make test-deploy`: Debian's."""

import os
import shutil
import subprocess
import sys

PACKAGES = {"nginx": "nginx-light", "caddy": "caddy", "systemd-analyze": "systemd"}


def main() -> None:
    missing = [package for program, package in PACKAGES.items() if not shutil.which(program)]
    if not missing:
        return
    if not shutil.which("apt-get") or os.geteuid() != 0:
        sys.exit(f"make test-deploy needs Debian's packages {' '.join(missing)}: install them")
    sys.stdout.write(f"installing {' '.join(missing)}\n")
    sys.stdout.flush()
    update = ["apt-get", "update", "--quiet"]
    subprocess.run(update, stdout=subprocess.DEVNULL, check=True)
    install = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *missing]
    # They are to be tried here, not to serve this machine.
    env = {**os.environ, "RUNLEVEL": "1"}
    subprocess.run(install, env=env, stdout=subprocess.DEVNULL, check=True)


if __name__ == "__main__":
    main()
