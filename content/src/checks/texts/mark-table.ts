/** A mark that readers would see as it stands. */
export interface Mark {
  /** The mark in a run of text; its first group or the whole is shown. */
  pattern: RegExp;
  /** What authors write instead. */
  instead: string;
  /** Only in texts of the academies' own dialect. */
  isOwnOnly?: true;
  /** Only where a line of the source begins with it: bold words in a list may begin so, too. */
  isFirst?: true;
  /** The mark as an author writes it to show it: no finding then. */
  escaped?: RegExp;
}

/** Marks of other tools that readers would see as they stand. */
export const MARKS: readonly Mark[] = [
  {
    pattern:
      /^:(?:toc|icons|imagesdir|sectnums|experimental|source-highlighter|doctype|author|class|name|alt|width|linenos|caption)[a-z-]*:[^\n]{0,60}/m,
    instead: 'settings of other tools do nothing here: delete the line',
  },
  {
    pattern:
      /^(?:title|author|date|tags|slug|category|layout|summary): [^\n]{1,80}\n(?:title|author|date|tags|slug|category|layout|summary|status|modified): |^#\+[a-z_]{2,20}:[^\n]{0,60}|^% \p{L}[^\n]{0,60}/iu,
    instead: 'settings stand in the JSON file beside the text: delete these lines',
    isOwnOnly: true,
  },
  {
    pattern: /!?\[[^[\]\n]{1,120}\]\((?=\S)[^\n]{1,200}?(?:\)|$)/m,
    instead:
      'an address with spaces stands between < and >, and one with an open bracket has %28 in its place: [words](<my file.pdf>)',
    escaped: /\\[[\]]/,
  },
  {
    pattern: /(?<![\w*])\*\*(?=[^\s*])[^*\n]{0,120}[^\s*]\*\*/,
    instead: 'beside letters and signs these are no marks of bold words: write <strong>words</strong>',
    escaped: /\\\*/,
  },
  {
    pattern: /(?<![\w~])~~(?=[^\s~])[^~\n]{0,120}[^\s~]~~/,
    instead: 'beside letters and signs these strike nothing out: write <del>words</del>',
    escaped: /\\~/,
  },
  {
    pattern: /(?<![\p{L}\p{N}_])_(?=[^\s_])[^_\n]{1,80}[^\s_]_(?=\p{L})(?![\x20-\x7e])/u,
    instead: 'beside letters emphasis has stars: *words*',
    escaped: /\\_/,
  },
  {
    pattern: /^#{2,6}(?=[^\s#])[^\n]{1,60}|^#(?=\p{Lo})[^\n]{1,60}|^#\p{Lu}[^\s#]* [^\n]{1,60}/mu,
    instead: 'a heading has a space behind its signs',
    isFirst: true,
    escaped: /\\#/,
  },
  {
    pattern: /^\|[^\n]*\|[ \t]*\n\|[^\n]*\|/m,
    instead: 'a table has a line | --- | --- | below its first row, with as many columns as that',
  },
  { pattern: /^\+[-=+]{3,}\+[ \t]*$/m, instead: 'rows of a table are | a | b |, and below the first | --- | --- |' },
  { pattern: /<!--/, instead: 'this comment is never closed: end it with -->', escaped: /\\<!--/ },
  {
    pattern: /(?<=[\p{L}\p{N}.,;:!?)])\^\[[^\]\n]{0,200}[^\]\n\s] [^\]\n]{1,200}\]/u,
    instead: 'a footnote is [^name], with a line [^name]: words',
  },
  {
    pattern: /(?<![\w@])\[-?@[A-Za-z][\w:.-]{2,60}(?:[,;][^\]\n]{0,80})?\]/,
    instead: 'a source is named in words, or by a link',
  },
  {
    pattern: /^\\(?:newpage|pagebreak|clearpage|vspace|hspace|label|section|begin\{[a-z*]+\})[^\n]{0,60}/m,
    instead: 'a formula stands between lines $$; pages are not broken here',
  },
  {
    pattern: /^={1,5}[ \t]+\p{Lu}[^\n=]{0,60}$/mu,
    instead: 'a heading begins with #, one for each level: ## Words',
  },
  {
    pattern:
      /(?<![\w:])(?:image|xref|link|include|video|kbd|btn|menu|footnote|ifdef|ifndef|endif):{1,2}[^\s[\]]{0,120}\[/,
    instead: 'a link is [words](/address), a picture ![words](picture.png)',
  },
  {
    pattern:
      /^\[(?:source|listing|quote|example|verse|cols|options|%[a-z]+|NOTE|TIP|IMPORTANT|WARNING|CAUTION)\b[^\]\n]{0,80}\]$/m,
    instead: 'code stands between lines ```, and a box begins with a quote "> [!NOTE]"',
  },
  { pattern: /^\|={3,}$/m, instead: 'a table is rows | a | b |, and below the first | --- | --- |' },
  {
    pattern: /(?<!\w)<<[a-z][\w-]{1,60},[^>\n]{1,60}>>/,
    instead: 'a link to a heading is [words](#heading)',
  },
  {
    pattern: /^\.\.[ \t]+[a-z][\w-]*::[^\n]{0,60}/m,
    instead: 'a box begins with a quote "> [!NOTE]", a picture is ![words](picture.png), code stands between lines ```',
  },
  {
    pattern: /(?<![\w:])(?::[a-z][a-z+:-]{1,30}:|\{[a-z][a-z+:-]{1,30}\})(?=\ufffc)/,
    instead: 'this kind of link or word of another tool is written out: [words](/address), <kbd>Ctrl</kbd>',
  },
  { pattern: /^\([a-z][\w-]{1,60}\)=$/m, instead: 'an id stands behind the heading: ## Words {#id}' },
  {
    pattern: /^\/{3}[ \t]*(?:[a-z][\w-]*[^\n]{0,60})?$/m,
    instead: 'for a box write :::note; words below a picture stand in the next paragraph',
  },
  {
    pattern: /\{(?:--|>>|\+\+|~~)[^\n]{1,120}?(?:--|<<|\+\+|~~)\}/,
    instead: 'write what readers should see, without the marks of a review',
  },
  {
    pattern: /!\[\[[^\]\n]{1,120}\]\]/,
    instead: 'a picture is ![words](picture.png); other texts are written where they are read',
  },
  {
    pattern:
      /\{%-?\s*(?:end)?(?:hint|tabs?|code|content-ref|embed|file|stepper|step|columns?|swagger|openapi)\b[^\n]{0,80}?%\}/,
    instead: 'for a box begin a quote with "> [!NOTE]"; for tabs write :::tabs',
    isOwnOnly: true,
  },
  {
    pattern: /^ {0,3}(?:!!!|\?\?\?\+?) ?[A-Za-z"][^\n]{0,60}/m,
    instead: 'a box begins at the margin, and its text is indented by four spaces; or begin a quote with "> [!NOTE]"',
  },
  {
    pattern: /\{\{[<%]\s*\/?[^\n]{0,80}?[>%]\}\}/,
    instead: 'for a box begin a quote with "> [!NOTE]"; for tabs write :::tabs',
    isOwnOnly: true,
  },
  {
    pattern:
      /(?<!\{)\{%-?\s*(?!(?:end)?(?:hint|tabs?|code|content-ref|embed|file|stepper|step|columns?|swagger|openapi)\b)[a-z][^\n]{0,80}?%\}/i,
    instead: 'texts have no templates here; write what readers should see',
    isOwnOnly: true,
  },
  {
    pattern: /\{\{-?\s*(?:site|page|post|layout|include)\.[\w.-]+[^{}\n]{0,80}\}\}/,
    instead: 'texts have no templates here; write what readers should see',
    isOwnOnly: true,
  },
  { pattern: /(?<![\w+])\+\+[A-Za-z][\w-]{2,40}\+\+(?![\w+])/, instead: 'added words are <ins>words</ins>' },
  { pattern: /^%%(?:[^%\n]{1,200}%%)?[ \t]*$/m, instead: 'a comment is <!-- words -->' },
  { pattern: /(?<!!)\[\[(?!\s)[^[\]\n|]{1,80}(?:\|[^[\]\n]{1,80})?\]\]/, instead: 'a link is [words](/address)' },
  {
    pattern: /(?<![=\w!<>])==(?=[^\s=])[^=\n]{0,120}[^\s=]==(?![=\w])/,
    instead: 'marked words are <mark>words</mark>',
  },
  {
    pattern:
      /(?<![\w:/.]):(?!(?:toc|icons|imagesdir|sectnums|experimental|source-highlighter|doctype|author|class|name|alt|width|linenos|caption)[a-z-]*:)[a-z][a-z0-9_+-]{1,30}:(?![\w:/\ufffc])/,
    instead: 'write the sign itself instead of its name',
  },
  { pattern: /(?<=[A-Za-z0-9)])\^(?=[^\s^[\]])[\w+-]{1,12}\^/, instead: 'raised letters are <sup>2</sup>' },
  {
    pattern: /(?<![:{][ \t]*)\{:?[ \t]*[#.][A-Za-z][\w-]*(?:[ \t]+[#.\w="'-]+)*[ \t]*\}/,
    instead: 'ids {#name} stand behind headings, widths {width=200} behind pictures; look is not set in texts',
  },
  { pattern: /\{:[ \t]*[A-Za-z][\w-]*\s*=[^{}\n]{1,80}\}/, instead: 'widths {width=200} stand behind pictures' },
  {
    pattern: /^[ \t]*(?:;?-{1,3}8<-{1,3}|<<<[ \t]*[@./])[^\n]{0,60}/m,
    instead: 'code of a file is shown by a block of code with file="name"; other texts are written where they are read',
  },
  { pattern: /(?<![\w+])\+\+[a-z][a-z0-9]*(?:\+[a-z0-9]+)+\+\+(?![\w+])/i, instead: 'keys are <kbd>Ctrl</kbd>' },
  { pattern: /\{\/\*[\s\S]{0,400}?\*\/\}/, instead: 'a comment is <!-- words -->' },
  { pattern: /^\*\[[^\]\n]{1,40}\]:[ \t]+\S[^\n]{0,60}/m, instead: 'explain an abbreviation where it is used first' },
  {
    pattern: /<[a-z]+(?:\s+[\w-]+(?:="[^"\n]{0,80}")?){0,9}\s+[\w-]+=\{[^\n]{0,60}/i,
    instead: 'attributes are words between quotes, such as src="picture.png"',
    isOwnOnly: true,
  },
  {
    pattern: /^\s*:[ \t]{1,3}\S[^\n]{0,60}/m,
    instead: 'a list of terms is <dl><dt>Term</dt><dd>Words</dd></dl>, or a list',
  },
];
