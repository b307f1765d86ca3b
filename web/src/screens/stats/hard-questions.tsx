import type { Stats } from '@academy/contract/stats';
import { joined } from '../../i18n/joined.ts';
import { Html } from '../../lib/html.tsx';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { urls } from '../../navigation/urls.ts';
import { EmptyChart } from './empty-chart.tsx';
import { ListLink } from './list-link.tsx';
import css from './statistics.module.css';
import { percent } from './statistics-text.ts';
import { statsTexts } from './stats-texts.ts';

/** The questions that most learners got wrong, with the wrong answers that they chose. */
export function HardQuestions({ questions }: { questions: Stats['questions'] }) {
  return (
    <section className={css.questions} aria-labelledby="hard-questions">
      <header>
        <h2 id="hard-questions">{statsTexts.hardestQuestions}</h2>
        <p>{statsTexts.hardestQuestionsText}</p>
        <p>
          <ListLink href={adminUrls.reports({ by: 'check' })}>{statsTexts.reportOfChecks}</ListLink>
        </p>
      </header>
      {questions.length === 0 ? (
        <EmptyChart
          shape="bars"
          text={statsTexts.noHardQuestions}
          action={{ title: statsTexts.seeCourses, href: urls.courses() }}
        />
      ) : (
        <ol>
          {questions.map((question) => (
            <li key={`${question.lessonId} ${question.questionKey}`}>
              <p className={css.share}>
                {joined(
                  statsTexts.wrongShare({
                    strong: (words) => <strong>{words}</strong>,
                    percent: percent(question.wrong, question.asked),
                    wrong: question.wrong,
                    asked: question.asked,
                  }),
                )}{' '}
                {question.courseSlug !== null && question.lessonSlug !== null ? (
                  <a href={urls.knowledgeCheck(question.courseSlug, question.lessonSlug)} dir="auto">
                    {question.lessonTitle}
                  </a>
                ) : (
                  <span dir="auto">{statsTexts.lessonGone({ lessonTitle: question.lessonTitle })}</span>
                )}
              </p>
              <Html className={css.question} html={question.question} />
              {question.wrongAnswers.length > 0 && (
                <ul>
                  {question.wrongAnswers.map(({ optionKey, html, chosen }) => (
                    <li key={optionKey} className={css.wrong}>
                      <span>{statsTexts.chosenBy({ chosen })}</span> <Html html={html} />
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
