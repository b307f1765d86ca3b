#!/usr/bin/env bash
# vendir 0.45.0 (Go 1.24 or newer builds it in five minutes; VENDIR names one that is there), compared with what its documentation says of archives and globs.
#
# One would guess: an archive with a symbolic link is unpacked, or refused; includePaths chooses among the files of a commit.
# Seen: what comes before the link is laid, then the packed archive itself beside it, and the status is 0. includePaths takes
# the history away, too, and licences stay whatever it says.
set -euo pipefail
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
vendir=${VENDIR:-$folder/vendir}
if [ ! -x "$vendir" ]; then
  export GOPATH="$folder/go" GOFLAGS=-modcacherw
  mkdir "$folder/source"
  go mod download -json carvel.dev/vendir@v0.45.0 > "$folder/module.json"
  cp -r "$(sed -n 's/.*"Dir": "\(.*\)",/\1/p' "$folder/module.json")/." "$folder/source"
  (cd "$folder/source" && go build -buildvcs=false -mod=mod -o "$vendir" ./cmd/vendir)
fi
cd "$folder"
mkdir -p archive/top code
echo a > archive/top/a.txt
ln -s a.txt archive/top/link
echo z > archive/top/z.txt
tar --sort=name -czf archive.tgz -C archive top
git -C code init -q -b main
echo licence > code/LICENSE
echo a > code/a.txt
git -C code add . && git -C code -c user.name=a -c user.email=a@example.org commit -qm one
python3 -m http.server --bind 127.0.0.1 --directory "$folder" 8231 > /dev/null 2>&1 &
server=$!
trap 'kill $server; chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
until curl -sf -o /dev/null http://127.0.0.1:8231/archive.tgz; do sleep 0.1; done
sync() {
  printf 'apiVersion: vendir.k14s.io/v1alpha1\nkind: Config\ndirectories:\n- path: out\n  contents:\n  - path: .\n%s\n' "$1" > vendir.yml
  "$vendir" sync > /dev/null
  (cd out && find . -type f -not -path './.git/*' -o -name .git | sort | tr '\n' ' ')
}
seen="archive: $(sync '    http: {url: "http://127.0.0.1:8231/archive.tgz"}')
history: $(sync "    git: {url: 'file://$folder/code', ref: main}")
included: $(sync "    git: {url: 'file://$folder/code', ref: main}
    includePaths: [a.txt]")"
echo "$seen"
[ "$seen" = 'archive: ./archive.tgz ./top/a.txt 
history: ./.git ./LICENSE ./a.txt 
included: ./LICENSE ./a.txt ' ] || { echo 'The behaviour has changed.'; exit 1; }
