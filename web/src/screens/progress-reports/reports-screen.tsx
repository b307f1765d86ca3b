import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { ProgressReport } from './progress-report.tsx';
import { reportTexts } from './report-texts.ts';

export const head = () => ({ title: reportTexts.title, noIndex: true });

/** Reports of progress, by person, course, lesson, knowledge check, lab and group. */
export default function ReportsScreen() {
  return (
    <AcademyScreen title={reportTexts.title} content={<ProgressReport />}>
      {reportTexts.intro}
    </AcademyScreen>
  );
}
