import { useState } from 'react';
import { openSurvey } from '../../api/feedback.ts';
import type { OpenModal } from '../../lib/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import css from './feedback-form.module.css';
import { feedbackTexts } from './feedback-texts.ts';
import { surveyDrafts } from './survey-drafts.ts';

/** Link back to a survey that was started and not sent, so that its draft is not lost. */
export function SurveyLink({ about }: { about: OpenModal['about'] }) {
  const [isPending, setPending] = useState(false);
  if (!surveyDrafts.isKept(about)) return null;
  const onClick = async () => {
    if (isPending) return;
    setPending(true);
    await openSurvey(about);
    setPending(false);
  };
  return (
    <p className={css.survey}>
      {feedbackTexts.surveyBegun}{' '}
      <Button aria-disabled={isPending} onClick={() => void onClick()}>
        {isPending ? feedbackTexts.oneMoment : feedbackTexts.continueSurvey}
      </Button>
    </p>
  );
}
