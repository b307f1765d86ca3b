import { createHash } from 'node:crypto';
import type { Quiz } from '@academy/contract/rules/quiz-markup';
import type { QuizOption, QuizQuestion } from '@academy/contract/rules/quiz-questions';
import { inBuildLanguage } from '../build-language.ts';
import type { BuiltKnowledgeCheck, BuiltQuestion } from '../built-item.ts';
import { checkPassable } from '../checks/knowledge-check-passable.ts';
import { contentTexts } from '../content-texts.ts';
import { languageOfFile, type RenderContext } from '../markdown/context.ts';
import type { TextSource } from '../text-source.ts';
import { type PartRenderer, partRenderer } from './render-parts.ts';

/**
 * Renders the knowledge check of a text; null when none of its questions is valid.
 *
 * @param source the text that `quiz` was read from
 */
export async function buildKnowledgeCheck(
  quiz: Quiz,
  source: TextSource,
  context: RenderContext,
): Promise<BuiltKnowledgeCheck | null> {
  checkPassable(quiz, source.file, context.findings);
  if (quiz.questions.length === 0) return null;
  const render = partRenderer(source, context);
  const { settings } = quiz;
  const message = async (setting: { value: string; line: number } | undefined, fallback: string) =>
    setting === undefined ? fallback : render.inline({ markdown: setting.value, line: setting.line });
  const { passed, failed } = inBuildLanguage(languageOfFile(source.file, context), () => ({
    passed: contentTexts.passed,
    failed: contentTexts.failed,
  }));
  const keys = new Keys();
  const questions: BuiltQuestion[] = [];
  for (const question of quiz.questions) {
    const questionKey = keys.of(`${question.question.markdown}\n${question.description?.markdown ?? ''}`);
    const shuffleAnswers = question.shuffleAnswers ?? settings.shuffleAnswers?.value ?? false;
    questions.push(await buildQuestion(question, questionKey, shuffleAnswers, render));
  }
  return {
    intro: await render.block(quiz.intro),
    closing: await render.block(quiz.closing),
    asked: quiz.asked,
    passingGrade: settings.passingGrade?.value ?? null,
    passMessage: await message(settings.customPassMsg, passed),
    failMessage: await message(settings.customFailMsg, failed),
    shuffleQuestions: settings.shuffleQuestions?.value ?? false,
    ...attemptRulesIn(settings),
    questions,
  };
}

/** What is left out keeps its default, so that a check without rules is stored as ever. */
function attemptRulesIn({ enableRetry, attempts, timeLimit, pause, showAnswers }: Quiz['settings']) {
  const only = enableRetry?.value === false && attempts === undefined;
  return {
    enableRetry: !only && attempts?.value !== 1,
    ...(attempts === undefined ? {} : { attempts: attempts.value }),
    ...(timeLimit === undefined ? {} : { timeLimit: timeLimit.value * 60 }),
    ...(pause === undefined ? {} : { pause: pause.value * 60 }),
    ...(showAnswers === undefined ? {} : { showAnswers: showAnswers.value }),
  };
}

async function buildQuestion(
  source: QuizQuestion,
  questionKey: string,
  shuffleAnswers: boolean,
  render: PartRenderer,
): Promise<BuiltQuestion> {
  const keys = new Keys();
  const options: BuiltQuestion['options'] = [];
  for (const option of source.options) options.push(await buildOption(option, keys, render));
  return {
    questionKey,
    question: await render.inline(source.question),
    description: await render.block(source.description),
    hint: (await render.block(source.hint)) || null,
    explanation: (await render.block(source.explanation)) || null,
    type: source.type,
    shuffleAnswers,
    options,
  };
}

async function buildOption({ text, comment, isCorrect }: QuizOption, keys: Keys, render: PartRenderer) {
  return {
    optionKey: keys.of(text.markdown),
    html: await render.block(text),
    comment: (await render.block(comment)) || null,
    isCorrect,
  };
}

/** Keys derived from texts: equal texts give equal keys, with a number for repeated ones. */
class Keys {
  readonly #times = new Map<string, number>();

  of(words: string): string {
    const plain = words.replace(/\s+/g, ' ').trim();
    const key = createHash('sha256').update(plain).digest('hex').slice(0, 16);
    const times = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, times);
    return times === 1 ? key : `${key}-${times}`;
  }
}
