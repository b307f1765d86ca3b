/** Key of what the viewer said about being told of to a container: `off`, or nothing; survives log-out. */
export const ANALYTICS_STORAGE_KEY = 'analytics';
/** Address of the document in which a container runs. */
export const ANALYTICS_FRAME = '/analytics-frame';
