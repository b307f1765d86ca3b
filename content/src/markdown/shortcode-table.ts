interface ShortcodeRow {
  about: string;
  fields: Readonly<Record<string, string>>;
  /** The JSON between `@@@name` and `@@@`. */
  example: Readonly<Record<string, string>>;
}

/** Every shortcode of the academies' own format, and every field, for the reader and the reference. */
export const SHORTCODES = {
  alert: {
    about: 'A box that stands out.',
    fields: {
      text: 'What it says, in Markdown. A heading at its beginning takes the place of the usual title.',
      type: '`info` (default), `success`, `warning` or `error`.',
    },
    example: { type: 'warning', text: '**Do not** pour boiling water over green tea.' },
  },
  checks: {
    about: 'A list with check marks.',
    fields: { list: 'The entries, with `||` between them.' },
    example: { list: 'Water, not boiling || A thermometer' },
  },
  brightcove: { about: 'A video at Brightcove.', fields: { id: 'Its digits.' }, example: { id: '6300000000001' } },
  vimeo: { about: 'A video at Vimeo.', fields: { id: 'Its digits.' }, example: { id: '123456789' } },
  youtube: { about: 'A video at YouTube.', fields: { id: 'Its eleven characters.' }, example: { id: 'abcdefghijk' } },
  'conditional-cta': {
    about: 'A link that depends on who reads. A kind of reader without an address sees nothing.',
    fields: {
      text: 'The words of the link.',
      icon: 'Accepted and ignored.',
      attrGuest: 'Where it leads visitors: `href="/auth"`.',
      attrAuth: 'Where it leads those who are logged in.',
      attrPro: 'Where it leads Pro members.',
    },
    example: {
      text: 'Open the practice',
      attrGuest: 'href="/auth"',
      attrAuth: 'href="/courses"',
      attrPro: 'href="/courses"',
    },
  },
  figure: {
    about: 'A picture with words below it.',
    fields: {
      image: 'Name of a file in the folder.',
      alt: 'What it shows, for those who do not see it.',
      caption: 'Words below it, in Markdown.',
    },
    example: { image: 'cup.svg', alt: 'A cup, half full', caption: 'Green tea after two minutes' },
  },
  embed: {
    about: 'A frame with a video of a known host. Other markup is taken out.',
    fields: { html: 'The markup that the host gives.' },
    example: { html: '<iframe src="https://player.vimeo.com/video/123456789"></iframe>' },
  },
} as const satisfies Readonly<Record<string, ShortcodeRow>>;

export type ShortcodeName = keyof typeof SHORTCODES;

/** The names of a shortcode's fields. */
export const fieldsOf = (name: ShortcodeName): readonly string[] => Object.keys(SHORTCODES[name].fields);
