#!/bin/sh
# Builds the image of the academy with buildah, from the folder of this repository.
set -eu

usage() {
  cat <<'TEXT'
Usage: deploy/container/build.sh [--base <image>|mmdebstrap] [--tag <name>] [--to <target>] [-- <options of buildah build>]

  --base <image>  Image with Node 24 and npm (default docker.io/library/node:24-bookworm-slim). "mmdebstrap" makes one of
                  Debian's packages and this machine's Node 24 and npm: for machines that reach no registry of images.
  --tag <name>    Name of the image (default localhost/academy:<version>)
  --to <target>   Also copies it there, such as docker-archive:academy.tar or docker://images.example.org/academy:1.0

Settings of npm are read from ~/.npmrc or the file of ACADEMY_BUILD_NPMRC, and certificates from the file of
NODE_EXTRA_CA_CERTS. Both are mounted during the build and are not in the image.
TEXT
}

fail() {
  printf '%s\nNext: %s\n' "$1" "$2" >&2
  exit 1
}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$root/package.json")
base=docker.io/library/node:24-bookworm-slim
tag=localhost/academy:$version
to=
while [ $# -gt 0 ]; do
  case $1 in
    --base | --tag | --to)
      [ $# -ge 2 ] || fail "$1 needs a value." "$0 --help"
      case $1 in --base) base=$2 ;; --tag) tag=$2 ;; --to) to=$2 ;; esac
      shift 2
      ;;
    --help | -h) usage; exit 0 ;;
    --) shift; break ;;
    *) fail "There is no option $1." "$0 --help" ;;
  esac
done
command -v buildah >/dev/null || fail 'buildah is not installed.' 'Install the package buildah, or build deploy/container/Containerfile with docker or podman.'

# Works without privileges for namespaces as well, such as inside of another container. Where overlays are not allowed
# either, set STORAGE_DRIVER=vfs: slower, and it works everywhere.
export BUILDAH_ISOLATION="${BUILDAH_ISOLATION:-chroot}"

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Prints the Node 24 that this machine or the packages have.
find_node() {
  for candidate in "$(command -v node || true)" "$root/node_modules/.bin/node"; do
    [ -n "$candidate" ] || continue
    case $("$candidate" --version 2>/dev/null) in
      v2[4-9].* | v[3-9][0-9].*) "$candidate" -p process.execPath; return 0 ;;
    esac
  done
  return 1
}

# Makes the images academy-base (Debian and Node) and academy-build-base (npm as well) unless they are there.
make_bases() {
  if buildah inspect --type image localhost/academy-build-base:bookworm >/dev/null 2>&1; then return 0; fi
  command -v mmdebstrap >/dev/null || fail 'mmdebstrap is not installed.' 'Install the package mmdebstrap, or name a base image with --base.'
  node=$(find_node) || fail 'Node 24 was not found.' 'Run ./academy --help once, which installs the packages.'
  npm=$(npm root --global)/npm
  printf 'Making a base of Debian packages\n' >&2
  mmdebstrap --quiet --variant=minbase --include=ca-certificates,libatomic1,libstdc++6 \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' bookworm "$temporary/base.tar"
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$temporary/base.tar" / >/dev/null
  buildah add --quiet --chmod 755 "$container" "$node" /usr/local/bin/node >/dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit --quiet "$container" localhost/academy-base:bookworm >/dev/null
  buildah add --quiet "$container" "$npm" /usr/local/lib/node_modules/npm >/dev/null
  buildah run "$container" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  buildah commit --quiet --rm "$container" localhost/academy-build-base:bookworm >/dev/null
}

build_base=$base
if [ "$base" = mmdebstrap ]; then
  make_bases
  base=localhost/academy-base:bookworm
  build_base=localhost/academy-build-base:bookworm
fi

# Settings of npm, without those that name files of this machine.
npmrc=${ACADEMY_BUILD_NPMRC:-$HOME/.npmrc}
if [ -f "$npmrc" ]; then grep -vE '^ *(cafile|nodedir|prefix|cache) *=' "$npmrc" >"$temporary/npmrc" || true; fi
set -- "$@" --layers
[ ! -s "$temporary/npmrc" ] || set -- "$@" --secret "id=npmrc,src=$temporary/npmrc"
[ ! -s "${NODE_EXTRA_CA_CERTS:-}" ] || set -- "$@" --secret "id=certificates,src=$NODE_EXTRA_CA_CERTS"

# The format of docker is the one that has health checks.
buildah build "$@" --format docker \
  --file "$root/deploy/container/Containerfile" \
  --ignorefile "$root/deploy/container/Containerfile.dockerignore" \
  --build-arg "BASE=$base" --build-arg "BUILD_BASE=$build_base" --build-arg "VERSION=$version" \
  --build-arg "REVISION=$(git -C "$root" rev-parse HEAD 2>/dev/null || printf unknown)" \
  --build-arg "CREATED=$(date -u +%Y-%m-%dT%H:%M:%SZ)" \
  --tag "$tag" "$root"
[ -z "$to" ] || buildah push "$tag" "$to"
printf 'Image: %s\n' "$tag"
