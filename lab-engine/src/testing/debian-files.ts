/** The files of every case, by their path in the home folder. */
export const FILES: Readonly<Record<string, string>> = {
  'poem.txt':
    'The kettle sings a morning song\n\nThe tea is hot, the day is long\nA cup of tea for you and me\nthe leaves unfold like memory\nA cup of milk\n',
  'numbers.txt': '10\n9\n2\n33\n1\n2\n-5\n',
  'words.txt': 'tea\nmilk\ntea\nsugar\nmilk\ntea\nlemon\n',
  'people.csv': 'name,age,city\nAnn,31,Oslo\nBob,4,Bonn\nCem,27,Oslo\nDee,52,Rome\nEve,27,Bonn\n',
  'stock.tsv': 'tea\t12\t3.50\nmilk\t3\t1.20\nsugar\t40\t0.99\nhoney\t7\t5.00\n',
  'access.log': [
    '10.0.0.1 - - [28/Nov/2026:06:01:12 +0000] "GET / HTTP/1.1" 200 512',
    '10.0.0.2 - - [28/Nov/2026:06:01:15 +0000] "GET /cups HTTP/1.1" 200 2048',
    '10.0.0.1 - - [28/Nov/2026:06:02:01 +0000] "POST /cups HTTP/1.1" 201 64',
    '10.0.0.3 - - [28/Nov/2026:06:02:30 +0000] "GET /missing HTTP/1.1" 404 128',
    '10.0.0.2 - - [28/Nov/2026:06:03:00 +0000] "GET /cups/1 HTTP/1.1" 500 32',
    '10.0.0.1 - - [28/Nov/2026:06:03:59 +0000] "GET /cups HTTP/1.1" 200 2048',
    '10.0.0.4 - - [28/Nov/2026:06:04:10 +0000] "DELETE /cups/1 HTTP/1.1" 500 32',
    '',
  ].join('\n'),
  'users.txt':
    'root:x:0:0:root:/root:/bin/bash\nann:x:1000:1000:Ann Lee:/user/ann:/bin/bash\nbob:x:1001:1001:Bob:/user/bob:/bin/sh\nno colon here\n',
  'app.ini':
    '# settings of the kettle\n[server]\nport=8080\nhost = localhost\n\n[cups]\nsize=250\n;old=1\ncolor = blue # or green\n',
  'pod.yaml':
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: kettle\nspec:\n  containers:\n    - name: tea\n      image: tea:1.0\n      ports:\n        - containerPort: 80\n',
  'data.json':
    '{"name":"kettle","size":2,"on":true,"tags":["hot","steel"],"cups":[{"id":1,"tea":"green","ml":250},{"id":2,"tea":"black","ml":200},{"id":3,"tea":"green","ml":300}],"owner":null}\n',
  'left.txt': 'apple\nbanana\ncherry\ndate\n',
  'right.txt': 'banana\ncherry\nelder\nfig\n',
  'ids.txt': '1 Ann\n2 Bob\n3 Cem\n',
  'pay.txt': '1 300\n3 120\n4 80\n',
  'umlaut.txt': 'Grüße\nCafé\nnaïve Äpfel\n',
  'empty.txt': '',
  'no-end.txt': 'one\ntwo',
  'wide.txt': 'a long line of words that goes on and on until it is wider than forty characters\nshort\n',
  'spaces.txt': '  two   blanks  \n\ttab\n\n\nend\n',
  'notes/plan.md': '# Plan\n\n- [ ] buy tea\n- [x] boil water\n- NEXT: clean the kettle\n',
  'notes/log.md': '# Log\n\nNEXT: write\n',
  'notes/old/first.md': '# First\nDone.\n',
  'notes/old/data.txt': '1\n2\n3\n',
  'src/main.sh': '#!/bin/bash\n# Greets.\necho "hello ${1:-world}"\n',
  'src/lib.sh': 'greet() {\n  echo "good $1"\n}\nKETTLE=on\n',
  'src/fail.sh': '#!/bin/bash\nset -e\necho before\nfalse\necho after\n',
};
