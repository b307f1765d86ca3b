import { statSync, watch } from 'node:fs';
import { resolve } from 'node:path';
import { CONTENT_EXTENSIONS } from '@academy/content/source-files';
import { TenantIdSchema } from '@academy/contract/tenants';
import { loadTenants } from '@academy/tenants';
import * as v from 'valibot';
import { columns, defineCommand, EXIT, numberOption, required, usageProblem } from '../command.ts';
import { BESIDE } from '../preview/beside.ts';
import { openPreview } from '../preview/open-preview.ts';
import { tenantMap } from '../publishing/tenant-map.ts';
import { buildWeb } from '../web-build.ts';

