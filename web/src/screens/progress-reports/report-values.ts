/** The parameters of the address that narrow a report down. */
export const REPORT_FILTERS = ['by', 'group', 'course', 'state', 'from', 'to'] as const;
export type ReportValues = Record<(typeof REPORT_FILTERS)[number], string>;
