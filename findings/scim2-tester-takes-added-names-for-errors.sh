#!/usr/bin/env bash
# scim2-tester 0.5.2 compares what it sent with what came back, value by value, parts that only the server writes included. One
# would guess: a server may add the `display` of a member, which RFC 7643 (4.2, 8.7.1) leaves to it. Seen: a group whose members
# come back with their names counts as one whose members were "not added", though value, type and $ref are the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv checks
checks/bin/pip install --quiet --disable-pip-version-check scim2-tester==0.5.2 scim2-client==0.13.2 scim2-models==0.12.3
cat > seen.py <<'PY'
from scim2_models import Group
from scim2_tester.utils import fields_equality

member = {"value": "1", "$ref": "https://academy.example/Users/1", "type": "User"}
sent = Group.model_validate({"displayName": "Team", "members": [member]}).members
same = Group.model_validate({"displayName": "Team", "members": [member]}).members
named = Group.model_validate({"displayName": "Team", "members": [{**member, "display": "Eva Evers"}]}).members
print("the same member:", fields_equality(sent, same))
print("the same member with the name that the server knows:", fields_equality(sent, named))
PY
checks/bin/python3 seen.py | tee seen.txt
grep -q '^the same member: True$' seen.txt
grep -q '^the same member with the name that the server knows: False$' seen.txt
