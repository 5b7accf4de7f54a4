#!/bin/sh
# The Python to use: the one asked for if it is new enough, else the newest on the PATH that is.
# `sh tools/python.sh python3` prints it, or says in one line what is needed.
enough='import sys; sys.exit(sys.version_info < (3, 11))'
bare=
names="python3 python"
minor=11
while [ $minor -le 30 ]; do
    names="python3.$minor $names"
    minor=$((minor + 1))
done
for python in "$1" $names; do
    if "$python" -c "$enough" 2>/dev/null; then
        # Debian has what makes a .venv in a package of its own.
        if "$python" -c 'import ensurepip' 2>/dev/null; then
            command -v "$python"
            exit 0
        fi
        bare=${bare:-$python}
    fi
done
if [ "$bare" ]; then
    echo "$bare cannot make a .venv: install python3-venv, or name another: make PYTHON=/path/to/python3.11" >&2
    exit 1
fi
found=$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo none)
echo "Inglenook needs Python 3.11 or newer; $1 is $found. Install one, or name it: make PYTHON=/path/to/python3.11" >&2
exit 1
