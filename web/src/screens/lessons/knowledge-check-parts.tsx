/** What stands above the questions of a check: rendered by the server, awake after the page itself. */
export { QuizOverview } from './quiz-overview.tsx';
export { Questions } from './quiz-questions.tsx';
