import type { Question } from '@academy/contract/knowledge-checks';
import { Prose } from '../../features/prose/prose.tsx';
import { Html } from '../../lib/html.tsx';
import { knowledgeCheckTexts } from './knowledge-check-texts.ts';
import css from './quiz-questions.module.css';

/** The questions of a check to read, with all their options. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <ol className={css.questions}>
      {questions.map((question, index) => (
        <li key={question.questionKey} className={css.question}>
          <OneQuestion question={question} number={index + 1} />
        </li>
      ))}
    </ol>
  );
}

function OneQuestion({ question, number }: { question: Question; number: number }) {
  const { description, hint, options, type } = question;
  return (
    <>
      <p className={css.number}>
        {(type === 'multi-check' ? knowledgeCheckTexts.severalRight : knowledgeCheckTexts.oneRight)({ number })}
      </p>
      <Html as="h2" className={css.text} html={question.question} />
      {description && <Prose html={description} />}
      <ul className={css.options} aria-label={knowledgeCheckTexts.optionsOf({ number })}>
        {options.map(({ optionKey, html }, index) => (
          <li key={optionKey}>
            <span className={css.letter} aria-hidden="true">
              {String.fromCharCode(65 + (index % 26))}
            </span>
            <Html className="prose" html={html} />
          </li>
        ))}
      </ul>
      {hint && (
        <details className={css.hint}>
          <summary>{knowledgeCheckTexts.hint}</summary>
          <Prose html={hint} />
        </details>
      )}
    </>
  );
}
