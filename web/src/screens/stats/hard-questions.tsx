import type { Stats } from '@academy/contract/stats';
import { Html } from '../../lib/html.tsx';
import { urls } from '../../navigation/urls.ts';
import { EmptyChart } from './empty-chart.tsx';
import css from './statistics.module.css';
import { percent } from './statistics-text.ts';

/** The questions that most learners got wrong, with the wrong answers that they chose. */
export function HardQuestions({ questions }: { questions: Stats['questions'] }) {
  return (
    <section className={css.questions} aria-labelledby="hard-questions">
      <h2 id="hard-questions">Hardest questions</h2>
      <p>Asked in submitted attempts, with the wrong answers that were chosen most.</p>
      {questions.length === 0 ? (
        <EmptyChart
          shape="bars"
          text="No question was answered wrong in these days. Questions that learners get wrong in knowledge checks will stand here, the hardest first."
          action={{ title: 'See the courses', href: urls.courses() }}
        />
      ) : (
        <ol>
          {questions.map((question) => (
            <li key={`${question.lessonId} ${question.questionKey}`}>
              <p className={css.share}>
                <strong>{percent(question.wrong, question.asked)} % wrong</strong> ({question.wrong} of {question.asked}
                ){' '}
                {question.courseSlug !== null && question.lessonSlug !== null ? (
                  <a href={urls.knowledgeCheck(question.courseSlug, question.lessonSlug)} dir="auto">
                    {question.lessonTitle}
                  </a>
                ) : (
                  <span dir="auto">{question.lessonTitle}, gone</span>
                )}
              </p>
              <Html className={css.question} html={question.question} />
              {question.wrongAnswers.length > 0 && (
                <ul>
                  {question.wrongAnswers.map(({ optionKey, html, chosen }) => (
                    <li key={optionKey} className={css.wrong}>
                      <span>{chosen} chose</span> <Html html={html} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
