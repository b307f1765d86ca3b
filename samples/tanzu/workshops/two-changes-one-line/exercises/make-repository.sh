#!/bin/bash
# Makes the repository of this lab in ~/exercises/warehouse. Run it again to begin anew.
set -e
cd ~/exercises
rm -rf warehouse
git init -q -b main warehouse
cd warehouse
git config user.name Learner
git config user.email learner@example.org

# commit <author> <day of November>: the message is read from the input
commit() {
  git add -A
  GIT_AUTHOR_NAME=$1 GIT_AUTHOR_EMAIL="${1,,}@example.org" GIT_AUTHOR_DATE="2024-11-$2T09:00:00Z" \
    GIT_COMMITTER_NAME=$1 GIT_COMMITTER_EMAIL="${1,,}@example.org" GIT_COMMITTER_DATE="2024-11-$2T09:00:00Z" \
    git commit -q -F -
}

cat > consumer.yaml <<'END'
queue: warehouse
acknowledge: after-work
# Consumers that run side by side
workers: 1
# Messages that one consumer takes at a time
prefetch: 20
# What happens after a failure
attempts: 3
wait: 5s
END
cat > setting <<'END'
#!/bin/bash
# Prints one setting: ./setting <name>
grep -q "^$1: " consumer.yaml || { echo "there is no setting called $1" >&2; exit 1; }
sed -n "s/^$1: //p" consumer.yaml
END
mkdir scripts
cat > scripts/alarm.sh <<'END'
#!/bin/bash
attempts=$(./setting attempts) || exit 1
wait=$(./setting wait) || exit 1
echo "An alarm after $attempts attempts, each $wait after the one before."
END
cat > test.sh <<'END'
#!/bin/bash
# Runs every script of the project.
failed=0
for script in scripts/*.sh; do
  bash "$script" > /dev/null || { echo "FAILED: $script"; failed=1; }
done
[ "$failed" = 0 ] && echo "All scripts work."
exit "$failed"
END
chmod +x setting test.sh scripts/alarm.sh
commit Priya 04 <<'END'
Add the consumer of the warehouse
END

git switch -q -c christmas
sed -i 's/^prefetch: .*/prefetch: 50/' consumer.yaml
commit Tom 11 <<'END'
Have 50 messages in work before Christmas

In the rehearsal 20 at a time were too few: the queue grew all
morning. With 50 in work it stayed empty.
END

git switch -q main
sed -i 's/^prefetch: .*/prefetch: 5/' consumer.yaml
commit Priya 12 <<'END'
Take five messages at a time

The label printer of a consumer has room for five labels. Last
Friday the sixth overwrote the first, and 30 parcels went to the
wrong town. This limit is made of metal: please do not raise it.
END

git switch -q -c shorter-words
sed -i 's/^wait: /pause: /' consumer.yaml
sed -i -e 's/setting wait/setting pause/' -e 's/^wait=/pause=/' -e 's/\$wait/$pause/' scripts/alarm.sh
commit Tom 14 <<'END'
Call it a pause

"wait" is a command of the shell, and reads badly as a variable.
END

git switch -q main
git switch -q -c daily-report
cat > scripts/report.sh <<'END'
#!/bin/bash
wait=$(./setting wait) || exit 1
echo "Yesterday's failures were tried again after $wait."
END
chmod +x scripts/report.sh
commit Priya 15 <<'END'
Add a daily report
END
git switch -q main
echo "The repository is in $PWD"
