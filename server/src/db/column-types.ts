import { customType, timestamp } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A moment with its time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
