/** Longer options are statements of their own. */
const MAX_WORDS = 9;

const spaced = (words: string) => new RegExp(`^(?:${words.trim().replace(/\s*\n\s*/g, '|')})$`);

/** Options about others as a whole: they are understood where their author put them. */
const ABOUT_OTHERS = spaced(`
  (?:all|none|both|neither|everything|nothing|any|each|every|either|some|most|more than one)(?: one)?(?: of)?(?: the| these| those| them| all)?(?: \\S+)?(?: two| three| four)?(?: answers?| options?| choices?| statements?| listed| given| mentioned)* (?:above|below|following|listed|given|mentioned|aforementioned|these|those|them)(?: (?:answers?|options?|choices?|statements?|is|are|apply|applies|correct|true|right|wrong|false))*
  (?:all|none|both|neither|any|some|most)(?: of)?(?: the)?(?: other| others| previous| preceding| two| three| four)* (?:answers?|options?|choices?|statements?|others)(?: (?:above|below|is|are|apply|applies|correct|true|right|wrong|false))*
  (?:all|none|both|neither)(?: (?:are|is|apply|applies))(?: (?:correct|true|right|wrong|false))?
  (?:all|none of the) (?:two|three|four|five|six)
  all|none|both|neither|everything|nothing
  (?:alle|alles|kein|keine|keiner|keines|keins|beide|beides|nichts|jede|jedes|einige|mehrere)(?: von| der| die| das| den| dieser| diesen)*(?: oben| unten| zuvor| hier)?(?: \\S+)? ?(?:genannt\\S*|oben|unten|obig\\S*|aufgeführt\\S*|angegeben\\S*|vorigen|vorherigen|davon|diesen|dieser)(?: (?:antworten|antwort|aussagen|möglichkeiten|punkte|optionen|ist|sind|trifft|treffen|zu|richtig|korrekt|falsch))*
  (?:alle|keine|beide|einige|mehrere)(?: der| dieser| anderen| obigen| vorigen)* (?:antworten|antwort|aussagen|möglichkeiten|optionen|anderen)(?: (?:ist|sind|trifft|treffen|zu|richtig|korrekt|falsch))*
  (?:alle|keine|beide)(?: (?:ist|sind|trifft|treffen))(?: (?:zu|richtig|korrekt|falsch))?
  (?:alle|keines der) (?:zwei|drei|vier|fünf|sechs)
  alle|alles|keine|keines|keins|keiner|beide|beides|nichts|weder noch`);

const LETTER = '[a-h]';
const NUMBER = '[1-9]';
const JOIN = '(?: and| or| nor| und| oder| als auch| noch)?';
const ORDINAL =
  '(?:first|second|third|fourth|fifth|last|erste[nrs]?|zweite[nrs]?|dritte[nrs]?|vierte[nrs]?|letzte[nrs]?)';
const NAMED =
  '(?:both|only|either|neither|all of|answers?|options?|choices?|statements?|nur|sowohl|weder|entweder|beide|antwort|antworten|option|optionen|möglichkeit|möglichkeiten|aussage|aussagen)';

/** Options that name others by letter, number or place. */
const BY_PLACE = spaced(`
  ${LETTER}(?: ${LETTER})+ (?:only|nur|are correct|sind richtig)
  ${LETTER}(?:${JOIN} ${LETTER})*(?: and| or| und| oder) ${LETTER}(?: (?:only|nur|are correct|are true|sind richtig))?
  (?:${NAMED} )+(?:${LETTER}|${NUMBER})(?:${JOIN} (?:${LETTER}|${NUMBER}))*(?: (?:only|is|are|ist|sind|correct|true|right|richtig))*
  (?:(?:both|only|nur|all|of) )*(?:the|die|der|das) ${ORDINAL}(?: (?:two|three|beiden|zwei|drei))(?: (?:answers?|options?|choices?|antworten|optionen|möglichkeiten))?
  (?:(?:both|only|nur) )*(?:the|die|der|das) ${ORDINAL}(?: (?:and|or|und|oder)(?: the| die| der| das)? ${ORDINAL})*(?: (?:answers?|options?|choices?|one|ones|antwort|antworten|option|optionen|möglichkeit))+
  (?:the|die) (?:previous|preceding|next|following|vorige|vorherige|nächste|folgende) (?:answer|option|choice|antwort|option|möglichkeit)
  (?:the|die) (?:answers?|options?|antworten?|option|optionen)(?: (?:above|below|oben|unten|darüber|darunter))`);

/** The words of an option in Markdown or HTML: lower case, without marks. */
function wordsOf(text: string): string {
  return text
    .replace(/<[^>]*>|&[a-z#\d]+;/gi, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const matches = (text: string, pattern: RegExp): boolean => {
  // The words of a long text are not needed.
  const words = wordsOf(text.slice(0, 400));
  return words.split(' ').length <= MAX_WORDS && pattern.test(words);
};

/** Whether an option is about the others as a whole ("All of the above"): it keeps its place when options are shuffled. */
export const isAboutOthers = (text: string): boolean => matches(text, ABOUT_OTHERS);

/** Whether an option names others by their letter or place ("Both A and B"): the options of its question are not shuffled. */
export const namesByPlace = (text: string): boolean => matches(text, BY_PLACE);
