/**
 * Every class that published HTML may carry, so that the web can style them all. Content itself keeps no class but
 * `language-*` and `checks`.
 *
 * Shapes, with the attributes that behaviour hangs on:
 *
 * - code: `figure.code[data-language] > figcaption.code-caption > span.code-language + button.code-copy[data-copy]`, then
 *   `pre.code-text[tabindex=0] > code` with `span.tok-*`
 * - alert: `div.alert.alert-info|success|warning|error[role=note] > p.alert-title`, then text
 * - picture: `figure.image > img` (+ `figcaption`), inline `img`; absent: `figure.image-placeholder >
 *   span.image-placeholder-art + figcaption > span.image-placeholder-text + a.image-placeholder-link`, inline
 *   `span.image-placeholder.image-placeholder-inline`
 * - drawing of a diagram: `figure.image.diagram > img`; dark on light, the web turns it round where all is dark
 * - video: `div.video-embed[data-provider][data-video-id][data-title] > button.video-embed-play[data-play] >
 *   span.video-embed-label + span.video-embed-title`; a private Vimeo film also has `data-video-hash`
 * - button of a shortcode: `p.cta > a.cta-link[data-href-guest][data-href-auth][data-href-pro]`, `href` is the guest's
 * - action of a lab: `div.lab-action[data-action] > p.lab-action-title`, then `p.lab-action-text` and code; one that is
 *   not for readers is empty and `hidden`; a part that opens: `details.lab-section[data-action] > summary`, then text
 * - variable of a lab: `span.lab-variable`; text to copy in a line: `span.copy-text > code + button.copy-text-button[data-copy]`
 * - numbered step: `div.step > span.step-number + div.step-text`; columns: `div.columns > div.column`
 * - download: `a.download[href][download] > text + span.download-facts`, the facts are type and size
 * - link whose text is its address: `a.own-address`; picture much taller than wide: `img.tall`
 * - tabs: `div.tabs > details.tab[name][open] > summary + div.tab-text`; one of a group is open
 * - formula: `math` in a line, `div.formula[tabindex=0] > math[display=block]` as a block; `mtd.formula-start|formula-end`
 * - table: `div.table-scroll[role=region][aria-label][tabindex=0] > table`
 */
export const CONTENT_CLASSES = {
  code: 'code',
  codeCaption: 'code-caption',
  codeLanguage: 'code-language',
  codeCopy: 'code-copy',
  codeText: 'code-text',
  alert: 'alert',
  alertKinds: ['alert-info', 'alert-success', 'alert-warning', 'alert-error'],
  alertTitle: 'alert-title',
  checks: 'checks',
  cta: 'cta',
  ctaLink: 'cta-link',
  ctaArrow: 'cta-arrow',
  eyebrow: 'eyebrow',
  minorHeading: 'minor-heading',
  exerciseAddress: 'exercise-address',
  download: 'download',
  downloadFacts: 'download-facts',
  ownAddress: 'own-address',
  image: 'image',
  imageTall: 'tall',
  diagram: 'diagram',
  imagePlaceholder: 'image-placeholder',
  imagePlaceholderInline: 'image-placeholder-inline',
  imagePlaceholderArt: 'image-placeholder-art',
  imagePlaceholderText: 'image-placeholder-text',
  imagePlaceholderLink: 'image-placeholder-link',
  labAction: 'lab-action',
  labActionTitle: 'lab-action-title',
  labActionText: 'lab-action-text',
  labSection: 'lab-section',
  labVariable: 'lab-variable',
  copyText: 'copy-text',
  copyTextButton: 'copy-text-button',
  step: 'step',
  stepNumber: 'step-number',
  stepText: 'step-text',
  columns: 'columns',
  column: 'column',
  formula: 'formula',
  formulaStart: 'formula-start',
  formulaEnd: 'formula-end',
  formulaBox: 'formula-box',
  codeMarked: 'code-marked',
  codeTitle: 'code-title',
  tabs: 'tabs',
  tab: 'tab',
  tabText: 'tab-text',
  tableScroll: 'table-scroll',
  taskBox: 'task-box',
  plainText: 'plain-text',
  footnotes: 'footnotes',
  visuallyHidden: 'sr-only',
  videoEmbed: 'video-embed',
  videoEmbedPlay: 'video-embed-play',
  videoEmbedLabel: 'video-embed-label',
  videoEmbedTitle: 'video-embed-title',
} as const;

/** Kinds of highlighted code; one class each, `tok-` plus the name. The web gives them colours, light and dark. */
export const TOKEN_KINDS = [
  'constant',
  'string',
  'comment',
  'keyword',
  'parameter',
  'function',
  'string-expression',
  'punctuation',
  'link',
  'inserted',
  'deleted',
  'changed',
] as const;
