#!/usr/bin/env bash
# The wrapper of Gradle 8.14.1, as the npm package @react-native-community/template 0.80.0 brings it (Java, javac, npm and Linux with user namespaces).
#
# One would guess: a distribution that is unpacked and marked as complete is only read, so that many users can share one
# read-only folder, which Gradle offers for its libraries (GRADLE_RO_DEP_CACHE).
# Seen: the wrapper opens a lock file for writing beside it before it looks for the mark, and ends with an exception.
# With the distribution behind symbolic links in a folder of one's own it starts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent @react-native-community/template@0.80.0 > /dev/null
tar -xzf ./*.tgz
wrapper=package/template/android/gradle/wrapper/gradle-wrapper.jar
mkdir -p source/org/gradle/launcher classes
echo 'package org.gradle.launcher; public class GradleMain { public static void main(String[] args) { System.out.println("started"); } }' \
  > source/org/gradle/launcher/GradleMain.java
javac -d classes source/org/gradle/launcher/GradleMain.java
# Where the wrapper keeps this distribution: the folder is the MD5 of its address in base 36.
name=gradle-8.14.1-bin
digest=$(python3 -c "
import hashlib
number, text = int(hashlib.md5(b'https://services.gradle.org/distributions/$name.zip').hexdigest(), 16), ''
while number: number, rest = divmod(number, 36); text = '0123456789abcdefghijklmnopqrstuvwxyz'[rest] + text
print(text)")
place=shared/wrapper/dists/$name/$digest
mkdir -p "$place/gradle-8.14.1/lib"
jar cf "$place/gradle-8.14.1/lib/gradle-launcher-8.14.1.jar" -C classes org
touch "$place/$name.zip.ok"
run() { java -cp "$wrapper" org.gradle.wrapper.GradleWrapperMain -g "$1" 2>&1 || true; }
export -f run
export wrapper
read_only=$(unshare --user --map-root-user --mount bash -c 'mount --bind shared shared && mount -o remount,bind,ro shared && run "$PWD/shared"')
cp -rs "$folder/shared" links
seen="read-only: $(grep -oE 'FileNotFoundException|zip.lck|started' <<< "$read_only" | sort -u | tr '\n' ' ')
links: $(run "$folder/links")"
echo "$seen"
[ "$seen" = 'read-only: FileNotFoundException zip.lck 
links: started' ] || { echo 'The behaviour has changed.'; exit 1; }
