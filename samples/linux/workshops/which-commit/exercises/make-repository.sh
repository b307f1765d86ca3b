#!/bin/bash
# Makes the repository of this lab in ~/exercises/prices. Run it again to begin anew.
set -e
cd ~/exercises
rm -rf prices
git init -q -b main prices
cd prices
git config user.name Learner
git config user.email learner@example.org

# commit <day> <message>
commit() {
  git add -A
  GIT_AUTHOR_DATE="2024-11-${1}T09:00:00Z" GIT_COMMITTER_DATE="2024-11-${1}T09:00:00Z" git commit -q -m "$2"
}

cat > total.sh <<'END'
#!/bin/bash
# Adds prices in cents: total.sh 250 199
sum=0
for price in "$@"; do
  sum=$((sum + price))
done
echo "$sum"
END
cat > test.sh <<'END'
#!/bin/bash
[ "$(./total.sh 250 199 1)" = 450 ]
END
chmod +x total.sh test.sh
commit 01 'Add prices'
echo 'Prices are in cents.' > README
commit 02 'Say what a price is'
echo 'milk 199' > list
commit 03 'Add milk'
echo 'tea 250' >> list
commit 04 'Add tea'
sed -i 's/for price in "$@"/for price in "${@:2}"/' total.sh
commit 05 'Leave out the name of the list'
echo 'bread 320' >> list
commit 06 'Add bread'
echo 'Run test.sh before you push.' >> README
commit 07 'Remember the test'
echo 'salt 90' >> list
commit 08 'Add salt'
git switch -q -c mended HEAD~4
sed -i 's/for price in "$@"/for price in "${@:1}"/' total.sh
commit 09 'Name the first price'
git switch -q main
echo "The repository is in $PWD"
