import type { Language } from '../i18n/languages.ts';
import type { Tenant, TenantTexts } from '../tenants.ts';

const made = new WeakMap<Tenant, Map<Language, Tenant>>();

/** A tenant with its texts in a language; those that are not translated stay as they are. The same object each time. */
export function tenantInLanguage(tenant: Tenant, language: Language): Tenant {
  const { translations } = tenant;
  if (translations === undefined) return tenant;
  const ofTenant = made.get(tenant) ?? new Map<Language, Tenant>();
  made.set(tenant, ofTenant);
  const known = ofTenant.get(language);
  if (known !== undefined) return known;
  const { translations: _ofAll, ...own } = tenant;
  const translated = withTexts<Tenant>(own, translations[language] ?? {});
  ofTenant.set(language, translated);
  return translated;
}

function withTexts<T>(value: T, texts: TenantTexts): T;
function withTexts(value: unknown, texts: TenantTexts): unknown {
  if (typeof value === 'string') return Object.hasOwn(texts, value) ? texts[value] : value;
  if (Array.isArray(value)) return value.map((one) => withTexts(one, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, texts)]));
}
