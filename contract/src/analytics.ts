/** Storage key of the viewer's choice about analytics: `off`, or no entry; survives log-out. */
export const ANALYTICS_STORAGE_KEY = 'analytics';
/** Address of the document in which a container runs. */
export const ANALYTICS_FRAME = '/analytics-frame';
