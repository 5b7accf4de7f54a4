#!/bin/sh
# The Python to use: the one asked for if it is new enough, else the newest on the PATH that is.
# `sh tools/python.sh python3` prints it, or says in one line what is needed.
enough='import sys; sys.exit(sys.version_info < (3, 11))'
for python in "$1" python3.14 python3.13 python3.12 python3.11 python3 python; do
    if "$python" -c "$enough" 2>/dev/null; then
        command -v "$python"
        exit 0
    fi
done
found=$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo none)
echo "Inglenook needs Python 3.11 or newer; $1 is $found. Install one, or name it: make PYTHON=/path/to/python3.11" >&2
exit 1
