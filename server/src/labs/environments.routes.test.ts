import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LAB_CHANNEL_PROTOCOL } from '@academy/contract/lab-channel';
import { getLessonLab, type Lab, type LabSession, openLabChannel, startLabSession } from '@academy/contract/labs';
import { listLabSessions } from '@academy/contract/labs-admin';
import { getLesson, type Lesson } from '@academy/contract/lessons';
import { addEnvironment } from '@academy/lab-host/environments/add-environment';
import { readEnvironment } from '@academy/lab-host/environments/environment';
import type { LabHost } from '@academy/lab-host/lab-host';
import { aLabHost } from '@academy/lab-host/testing/a-lab-host';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { makeSmallRoot } from '@academy/lab-host/testing/small-root';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp, type TestApp } from '../testing/start-app.ts';
import { listen, openChannel, serve } from './lab-page.fixture.ts';

const ORIGIN = 'http://spring.localhost:3000';
const at = (lessonId: string) => ({ url: `${ORIGIN}/courses/l/lessons/${lessonId}`, lessonId });

describe.skipIf(!hasSandboxes)('a lab that names its environment', () => {
  let app: TestApp;
  let host: LabHost;
  let server: Server;
  let port = 0;
  let place = '';

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'academy-environments-'));
    chmodSync(place, 0o755);
    const root = join(place, 'source');
    makeSmallRoot(root);
    writeFileSync(join(root, 'usr/bin/only-here'), '#!/bin/bash\necho "found by $WHO"\n', { mode: 0o755 });
    const folder = join(place, 'environments');
    mkdirSync(folder);
    const text = {
      title: 'Only here 1.0',
      from: `folder:${root}`,
      variables: { WHO: 'a learner' },
      ports: [{ name: 'app', port: 8080 }],
    };
    await addEnvironment({ folder, name: 'only-here', environment: readEnvironment(JSON.stringify(text)), cwd: '/' });
    host = await aLabHost({ environments: { folder, images: {}, secret: [] } });
    app = await startApp({
      labs: { engines: { spring: 'sandbox' }, portals: [], statusEveryMs: 0, hosts: () => [host.place] },
    });
    const lab = (id: string) => ({ id, type: 'lab' as const, settings: { educates: `lab-${id}` } });
    const lessons = ['there', 'gone', 'plain', 'browser'].map(lab);
    await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons }));
    await publishCourse(
      app,
      'kube',
      aCourse({ id: 'kube-l', slug: 'l', lessons: [{ ...lab('there'), id: 'kube-there' }] }),
    );
    for (const tenant of ['spring', 'kube'])
      await publishItem(app, tenant, aWorkshop('lab-there', 'The lab', { environment: 'only-here' }));
    await publishItem(app, 'spring', aWorkshop('lab-gone', 'The lab', { environment: 'java-99' }));
    await publishItem(app, 'spring', aWorkshop('lab-plain', 'The lab'));
    await publishItem(app, 'spring', aWorkshop('lab-browser', 'The lab', { environment: 'browser' }));
    ({ server, port } = await listen());
    serve(server, app);
  });
  afterAll(async () => {
    server?.close();
    await host?.close();
    rmSync(place, { recursive: true, force: true });
  });

  async function aLearner(tenant = 'spring') {
    const who = await app.aPerson();
    const as = { bearer: await who.bearer(), tenant };
    return {
      lab: async (lessonId: string) => (await app.call(getLessonLab, { query: at(lessonId) }, as)).body.data as Lab,
      async start(lessonId: string) {
        const { status, body } = await app.call(startLabSession, { headers: {}, body: at(lessonId) }, as);
        return { status, code: body.errors[0]?.code, session: body.data as LabSession };
      },
      async terminal({ id }: LabSession) {
        const { body } = await app.call(openLabChannel, { params: { id } }, as);
        const { path, ticket } = (body.data as { channel: { path: string; ticket: string } }).channel;
        const channel = await openChannel(port, path, [LAB_CHANNEL_PROTOCOL, ticket], ORIGIN);
        if (typeof channel === 'number') throw new Error(`the channel was refused with ${channel}`);
        channel.send({ kind: 'show', terminal: '1', columns: 80, rows: 24 });
        return channel;
      },
    };
  }

  it('says so before it starts, and runs in it', async () => {
    const ada = await aLearner();
    expect((await ada.lab('there')).environment).toEqual({
      ...{ name: 'only-here', title: 'Only here 1.0', missing: false },
    });
    expect((await ada.lab('there')).content?.ingresses).toEqual([{ name: 'app', port: 8080 }]);
    expect((await ada.lab('plain')).content?.ingresses).toEqual([]);
    const { session } = await ada.start('there');
    expect(session).toMatchObject({ provider: 'sandbox', state: 'running' });
    const channel = await ada.terminal(session);
    channel.send({ kind: 'input', terminal: '1', text: 'only-here\n' });
    await channel.said('found by a learner');
    channel.close();
  });

  it('cannot be started without it, which learners and administrators read', async () => {
    const ada = await aLearner();
    expect((await ada.lab('gone')).environment).toEqual({ name: 'java-99', title: 'java-99', missing: true });
    expect(await ada.start('gone')).toMatchObject({ status: 503, code: 'lab-no-environment' });
    const boss = await app.aPerson({ admin: true });
    const { body } = await app.call(listLabSessions, {}, { bearer: await boss.bearer() });
    expect(body.data).toMatchObject({ failed: [{ problem: 'no-environment' }] });
  });

  it('needs none: others run with the programs of the server', async () => {
    const ada = await aLearner();
    expect((await ada.lab('plain')).environment).toBeNull();
    expect((await ada.start('plain')).session).toMatchObject({ provider: 'sandbox', state: 'running' });
  });

  it('may ask for the browser, where others run in sandboxes', async () => {
    const ada = await aLearner();
    expect(await ada.lab('browser')).toMatchObject({ provider: 'browser', environment: null });
    expect((await ada.start('browser')).session).toMatchObject({ provider: 'browser', state: 'running' });
    const lesson = await app.call(getLesson, { params: { courseSlug: 'l', lessonSlug: 'browser' } });
    expect((lesson.body.data as Lesson).labProvider).toBe('browser');
  });

  it('cannot be started where labs run in browsers', async () => {
    const ada = await aLearner('kube');
    const { environment, provider } = await ada.lab('kube-there');
    expect({ environment, provider }).toMatchObject({ provider: 'browser', environment: { missing: true } });
    expect(await ada.start('kube-there')).toMatchObject({ code: 'lab-no-environment' });
  });
});
