#!/bin/bash
# Makes the repository of this lab in ~/exercises/museum. Run it again to begin anew.
set -e
cd ~/exercises
rm -rf museum
git init -q -b main museum
cd museum
git config user.name Learner
git config user.email learner@example.org

names=(Ines Tomas Ruth Jonas)
number=0
# commit <subject>
commit() {
  local who=${names[$((number % 4))]}
  number=$((number + 1))
  local day
  day=$(printf '2024-09-%02dT%02d:00:00Z' $((1 + number / 2)) $((9 + number % 2 * 5)))
  git add -A
  GIT_AUTHOR_NAME=$who GIT_AUTHOR_EMAIL="${who,,}@example.org" GIT_AUTHOR_DATE=$day \
    GIT_COMMITTER_NAME=$who GIT_COMMITTER_EMAIL="${who,,}@example.org" GIT_COMMITTER_DATE=$day \
    git commit -q -m "$1"
}

# note <words>: one of the many small changes of everyday
note() {
  echo "- $1" >> NEWS.md
  commit "$1"
}

cat > Price.java <<'END'
/** Prints what a group of adults pays: java Price.java 12 */
class Price {

    static final int ADULT = 1200;

    static int of(int visitors) {
        int sum = visitors * ADULT;
        // From ten visitors on, a fifth less.
        if (visitors >= 10) {
            sum = sum - sum / 5;
        }
        return sum;
    }

    public static void main(String[] args) {
        int cents = of(Integer.parseInt(args[0]));
        System.out.println(cents / 100 + "." + (cents % 100 < 10 ? "0" : "") + cents % 100);
    }
}
END
echo "# News" > NEWS.md
commit "Print prices of groups"
git tag v1.0

for words in "Open on Mondays in summer" "Name the new exhibition" "Correct a spelling mistake" "Thank the friends of the museum" \
  "Close earlier on 24 December" "Add the way from the station" "Name the café" "Correct the telephone number" \
  "Add the way by bicycle" "Announce the night of museums" "Say where bags can be left" "Name the lift" \
  "Announce a concert" "Correct the date of the concert" "Say that dogs wait outside" "Add words about photographs" \
  "Thank the city" "Name the new director"; do
  note "$words"
done

# Four commits that do not compile: somebody pushed in the middle of the work.
sed -i '/static final int ADULT/d' Price.java
commit "Read prices from a file, part 1"
note "Announce the winter hours"
note "Say that the shop takes cards"
note "Correct the winter hours"
sed -i 's/^class Price {$/class Price {\n\n    static final int ADULT = 1200;/' Price.java
sed -i '/^$/N;/^\n$/D' Price.java
commit "Take back part 1, prices stay where they are"

for words in "Add the way for wheelchairs" "Name the sponsor of the roof" "Correct the name of the sponsor" \
  "Announce a tour for children" "Say how long the tour takes" "Add a word about strollers" "Announce a second tour"; do
  note "$words"
done

sed -i -e 's|^        // From ten visitors on, a fifth less.|        // Groups pay a fifth less.|' \
  -e 's|^        if (visitors >= 10) {|        if (visitors > 10) {|' \
  -e 's|sum = sum - sum / 5;|sum -= sum / 5;|' Price.java
commit "Tidy up the prices"

for words in "Announce a book" "Correct the title of the book" "Say that the garden is closed" "Name the new guards" \
  "Announce the Christmas tree" "Say when the tree comes down" "Thank the volunteers" "Name the new cashier" "Wish a happy new year"; do
  note "$words"
done
echo "The repository is in $PWD"
