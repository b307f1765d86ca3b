import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { installationSecret } from './asset-tables.ts';
import type { Database } from './connect.ts';

/** A random secret that all servers share: 32 bytes, made by the first server that asks for it. @param name its purpose */
export async function secretOf(db: Database, name: string): Promise<Uint8Array> {
  await db
    .insert(installationSecret)
    .values({ name, secret: randomBytes(32) })
    .onConflictDoNothing();
  const [found] = await db.select().from(installationSecret).where(eq(installationSecret.name, name));
  if (found === undefined) throw new Error(`there is no secret for ${name}`);
  return found.secret;
}
