import type { Attempt } from '@academy/contract/knowledge-checks';
import { nextLesson } from '@academy/contract/rules/lesson-groups';
import { ArrowLeft, ArrowRight, CloudCheck, CloudOff, CloudUpload, LogIn } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { ProseSkeleton } from '../../features/prose/prose-skeleton.tsx';
import { local } from '../../lib/storage.ts';
import { urls } from '../../navigation/urls.ts';
import type { LessonRow } from '../../overlay/lesson-row.ts';
import { pendingProgress } from '../../progress/load-pending-progress.ts';
import { useSession } from '../../sign-in/session.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { attemptTexts } from './attempt-texts.ts';
import { unansweredIn } from './quiz-answers.ts';
import css from './quiz-player.module.css';
import { QuizQuestion } from './quiz-question.tsx';
import { QuizResult } from './quiz-result.tsx';
import { TimeLeft } from './time-left.tsx';
import { type SaveState, type UsedAttempt, useAttempt } from './use-attempt.ts';

export interface QuizPlayerProps {
  /** Both of the course. */
  slug: string;
  courseId: string;
  lessonId: string;
  /** All of the course, with the learner's own state. */
  lessons: readonly LessonRow[];
  /** The submitted attempt to show; null to work on the open one. */
  review: string | null;
  /** Leads back to the overview; an open attempt stays as it is. */
  onLeave: () => void;
}

/** Shows the questions of an attempt, then its result. */
export default function QuizPlayer({ slug, courseId, lessonId, lessons, review, onLeave }: QuizPlayerProps) {
  const used = useAttempt(lessonId, review);
  const { attempt, problem, begin } = used;
  const { isAuthenticated } = useSession();
  const lesson = lessons.find((one) => one.lessonId === lessonId);
  const following = lesson ? nextLesson(lessons, lesson.slug) : null;
  const next = following
    ? { href: urls.lesson(slug, following.slug), title: following.title }
    : { href: urls.courseConclusion(slug), title: attemptTexts.conclusion };
  // The completion was undone, or the course restarted: a passed check need not be passed again.
  const canComplete = isAuthenticated && review !== null && lesson?.isComplete === false;
  const complete = () =>
    void pendingProgress().then(({ markComplete }) =>
      markComplete({ lessonId, courseId, isLastLesson: following === null }),
    );
  if (attempt === null)
    return problem === null ? (
      <ProseSkeleton />
    ) : (
      <div className={css.note} role="alert">
        <p>{problem}</p>
        <Button onClick={() => begin(false)}>{attemptTexts.tryAgain}</Button>
        <Button look="quiet" onClick={onLeave}>
          {attemptTexts.back}
        </Button>
      </div>
    );
  if (attempt.result !== null)
    return (
      <QuizResult
        attempt={attempt}
        result={attempt.result}
        endedElsewhere={used.endedElsewhere}
        next={next}
        onComplete={canComplete ? complete : null}
        onRetake={() => begin(true)}
        onLeave={onLeave}
      />
    );
  return <Asking key={attempt.attemptId} attempt={attempt} used={used} onLeave={onLeave} />;
}

const VIEW_KEY = 'quiz-view';

function Asking({ attempt, used, onLeave }: { attempt: Attempt; used: UsedAttempt; onLeave: () => void }) {
  const { answers, saveState, problem, isSubmitting, choose, submit } = used;
  const { questions } = attempt;
  const frame = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(local.get(VIEW_KEY) === 'all');
  const missing = unansweredIn(attempt, answers);
  const [place, setPlace] = useState(() => missing[0] ?? questions.length - 1);
  const [isAsking, setAsking] = useState(false);
  const [toFocus, setToFocus] = useState<number | null>(place);
  const isLast = place === questions.length - 1;

  // The question that was navigated to gets the focus, for the keyboard.
  useEffect(() => {
    if (toFocus === null) return;
    frame.current?.querySelector<HTMLElement>(`[data-question="${toFocus + 1}"] h2`)?.focus();
    setToFocus(null);
  }, [toFocus]);

  const goTo = (index: number) => {
    setPlace(index);
    setToFocus(index);
  };
  const change = (whole: boolean) => {
    local.set(VIEW_KEY, whole ? 'all' : 'one');
    setWhole(whole);
  };
  const finish = () => {
    if (missing.length > 0 || !attempt.canRetake) setAsking(true);
    else submit();
  };
  const shown = isWhole ? questions : questions.slice(place, place + 1);
  return (
    <div ref={frame} className={css.player}>
      <div className={css.bar}>
        <ol className={css.steps} aria-label={attemptTexts.questions}>
          {questions.map(({ questionKey }, index) => {
            const isAnswered = !missing.includes(index);
            return (
              <li key={questionKey}>
                <button
                  type="button"
                  className={css.step}
                  data-answered={isAnswered}
                  aria-current={!isWhole && index === place ? 'step' : undefined}
                  aria-label={(isAnswered ? attemptTexts.stepAnswered : attemptTexts.stepNotAnswered)({
                    number: index + 1,
                  })}
                  onClick={() => goTo(index)}
                >
                  {index + 1}
                </button>
              </li>
            );
          })}
        </ol>
        <p className={css.muted}>
          {attemptTexts.answered({ value: questions.length - missing.length, count: questions.length })}
        </p>
        <TimeLeft attempt={attempt} onEnd={submit} />
        {questions.length > 1 && (
          <Button look="quiet" className={css.view} onClick={() => change(!isWhole)}>
            {isWhole ? attemptTexts.showOne : attemptTexts.showAll}
          </Button>
        )}
      </div>
      {shown.map((question, index) => (
        <QuizQuestion
          key={question.questionKey}
          question={question}
          number={(isWhole ? index : place) + 1}
          chosen={answers[question.questionKey] ?? []}
          onChoose={choose}
        />
      ))}
      {problem !== null && (
        <p className={css.note} role="alert">
          {problem}
        </p>
      )}
      <div className={css.actions}>
        {!isWhole && place > 0 && (
          <Button onClick={() => goTo(place - 1)}>
            <ArrowLeft aria-hidden="true" />
            {attemptTexts.previous}
          </Button>
        )}
        {!isWhole && !isLast && (
          <Button look="primary" onClick={() => goTo(place + 1)}>
            {attemptTexts.next}
            <ArrowRight aria-hidden="true" />
          </Button>
        )}
        {(isWhole || isLast) && (
          <Button look="primary" disabled={isSubmitting} onClick={finish}>
            {isSubmitting ? attemptTexts.submitting : attemptTexts.submit}
          </Button>
        )}
        <Button look="quiet" onClick={onLeave}>
          {attemptTexts.later}
        </Button>
        <Saved state={saveState} />
      </div>
      <Modal
        open={isAsking}
        title={missing.length > 0 ? attemptTexts.submitTitle : attemptTexts.onceTitle}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button
              data-first
              onClick={() => {
                setAsking(false);
                if (missing[0] !== undefined) goTo(missing[0]);
              }}
            >
              {missing[0] === undefined
                ? attemptTexts.keepAnswering
                : attemptTexts.answerQuestion({ value: missing[0] + 1 })}
            </Button>
            <Button
              look="primary"
              onClick={() => {
                setAsking(false);
                submit();
              }}
            >
              {missing.length > 0 ? attemptTexts.submitAnyway : attemptTexts.submit}
            </Button>
          </>
        }
      >
        {missing.length > 0 && <p>{attemptTexts.missing({ count: missing.length })}</p>}
        {!attempt.canRetake && <p>{attemptTexts.once}</p>}
      </Modal>
    </div>
  );
}

/** Save status of the answers: saved only after the server's acknowledgement. */
function Saved({ state }: { state: SaveState }) {
  return (
    <p className={css.saved} data-state={state} role="status">
      {state === 'saving' && <CloudUpload aria-hidden="true" />}
      {state === 'saved' && <CloudCheck aria-hidden="true" />}
      {state === 'waiting' && <CloudOff aria-hidden="true" />}
      {state === 'log-in' && <LogIn aria-hidden="true" />}
      {state !== 'nothing' && attemptTexts[state]}
      {state === 'log-in' && <Button onClick={() => goToLogin()}>{attemptTexts.logIn}</Button>}
    </p>
  );
}
