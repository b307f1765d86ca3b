/** Parameters of the address that a table reads; routes with a table list them. */
export const TABLE_PARAMS = ['q', 'sort', 'dir', 'page', 'columns', 'density', 'open'] as const;
