import { searchAcademy } from '@academy/contract/search';
import type { CallTable } from '../calls/bind.ts';
import type { SearchService } from './search.service.ts';

export function bindSearch(calls: CallTable, service: SearchService): void {
  calls.bind(searchAcademy, ({ scope, query }) => service.search(scope, query));
}
