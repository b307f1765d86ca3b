import { createHash } from 'node:crypto';
import type { Tenant } from '@academy/contract/tenants';

/**
 * The style sheet of a tenant's pages: names and sizes are those of the academy's design tokens.
 * @param assets address of the folder with the heading font, ending with `/`
 */
export function styleOf({ colors }: Tenant, assets: string): string {
  return `@font-face{font-family:Figtree;src:url("${assets}heading.woff2") format("woff2");font-weight:300 900;font-display:optional}
:root{color-scheme:light dark;--h:${colors.hue};
--accent:light-dark(${colors.accent.light},${colors.accent.dark});
--on-accent:light-dark(${colors.onAccent.light},${colors.onAccent.dark});
--glow:${colors.accent.dark};
${SHEET}`;
}

/** The source expression that allows an inline style under the content security policy. */
export function hashOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

const SHEET = `--surface:light-dark(oklch(.99 .004 var(--h)),oklch(.185 .012 var(--h)));
--raised:light-dark(#fff,oklch(.225 .014 var(--h)));
--sunk:light-dark(oklch(.965 .009 var(--h)),oklch(.155 .011 var(--h)));
--text:light-dark(oklch(.25 .018 var(--h)),oklch(.92 .008 var(--h)));
--strong:light-dark(oklch(.19 .022 var(--h)),oklch(.975 .005 var(--h)));
--muted:light-dark(oklch(.49 .02 var(--h)),oklch(.72 .015 var(--h)));
--border:light-dark(oklch(.905 .012 var(--h)),oklch(.31 .016 var(--h)));
--edge:light-dark(oklch(.62 .02 var(--h)),oklch(.56 .02 var(--h)));
--danger:light-dark(oklch(.52 .19 25),oklch(.75 .14 25));
--danger-soft:light-dark(oklch(.965 .018 25),oklch(.26 .045 25));
--heading:Figtree,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
*,::before,::after{box-sizing:border-box}
html{font:100%/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--text);background:var(--surface);-webkit-text-size-adjust:100%;overflow-wrap:break-word}
body,h1,h2,p,ul,form{margin:0;padding:0}
body{min-height:100vh;min-height:100dvh;display:grid;grid-template:auto 1fr auto/minmax(0,1fr)}
h1{font:680 clamp(1.75rem,1.55rem + .9vw,2.2rem)/1.16 var(--heading);letter-spacing:-.014em;color:var(--strong);text-wrap:balance}
p{text-wrap:pretty}
[hidden]{display:none!important}
h2{font:650 1.25rem/1.3 var(--heading);color:var(--strong);margin-top:2rem}
h2+p{margin-top:.4rem}
.summary h2{margin:0}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
a:focus-visible{border-radius:6px}
.button:focus-visible{border-radius:10px}
.panel{position:relative;overflow:hidden;isolation:isolate;color:#fff;background:linear-gradient(160deg,oklch(.36 .07 var(--h)),oklch(.235 .045 var(--h)) 62%,oklch(.19 .035 var(--h)));padding:1rem clamp(1.25rem,5vw,2.5rem)}
.art{position:absolute;inset:0;z-index:-1;width:100%;height:100%;color:var(--glow)}
.brand{display:inline-flex;align-items:center;gap:.7rem;min-height:2.75rem;color:#fff;text-decoration:none;font:680 1.2rem/1.2 var(--heading);letter-spacing:-.01em}
.brand:hover span{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.22em}
.panel :focus-visible{outline-color:#fff}
.brand img{display:block;width:2.25rem;height:2.25rem;padding:.25rem;border-radius:10px;background:oklch(.99 .004 var(--h))}
.words{display:none}
main{width:100%;max-width:28rem;margin-inline:auto;padding:clamp(1.75rem,6vw,3.5rem) 1.25rem 1.5rem}
.lead{margin-top:.6rem;color:var(--muted);font-size:1.0625rem}
form{display:grid;gap:1.1rem;margin-top:1.75rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(11rem,100%),1fr));gap:1.1rem .9rem;align-items:start}
.field{display:grid;gap:.35rem;min-width:0}
label{font-weight:600;color:var(--strong);font-size:.9375rem;line-height:1.4}
input{width:100%;min-height:2.875rem;padding:.55rem .8rem;border:1px solid var(--edge);border-radius:10px;background:var(--raised);color:var(--strong);font:inherit;font-size:1.0625rem;line-height:1.4;transition:border-color .14s,box-shadow .14s}
input:hover{border-color:var(--muted)}
input:focus{outline:0;border-color:var(--accent);box-shadow:0 0 0 3px color-mix(in oklab,var(--accent) 28%,transparent)}
input[aria-invalid]{border-color:var(--danger)}
input[aria-invalid]:focus{box-shadow:0 0 0 3px color-mix(in oklab,var(--danger) 28%,transparent)}
.choices{display:grid;gap:.6rem;margin:0;padding:0;border:0;min-width:0}
.choices legend{padding:0;font:650 1.0625rem/1.35 var(--heading);color:var(--strong)}
.choice{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.75rem;align-items:start;padding:.7rem .8rem;border:1px solid var(--border);border-radius:10px;background:var(--raised);cursor:pointer}
.choice input{width:1.25rem;min-height:1.25rem;margin:.1rem 0 0;accent-color:var(--accent)}
.choice small{display:block;font-size:.875rem;font-weight:400;color:var(--muted)}
.hint{color:var(--muted);font-size:.875rem;line-height:1.45}
.wrong{color:var(--danger);font-size:.9rem;line-height:1.45;font-weight:550}
.summary{margin-top:1.5rem;padding:.85rem 1.05rem;border:1px solid color-mix(in oklab,var(--danger) 45%,var(--border));border-left-width:4px;border-left-color:var(--danger);border-radius:10px;background:var(--danger-soft);color:var(--text)}
.summary h2{font:650 1rem/1.35 var(--heading);color:var(--strong)}
.summary ul{margin-top:.3rem;padding-left:1.15rem}
.summary a{color:var(--danger)}
.button{display:flex;align-items:center;justify-content:center;min-height:2.875rem;padding:.55rem 1.15rem;border:1px solid var(--edge);border-radius:10px;background:var(--raised);color:var(--strong);font:600 1.0625rem/1.25 var(--heading);text-align:center;text-decoration:none;cursor:pointer;transition:background .14s,border-color .14s,transform .14s}
.button:hover{border-color:var(--muted);background:var(--sunk)}
.button:active{transform:translateY(1px)}
.primary{border-color:transparent;background:var(--accent);color:var(--on-accent)}
.primary:hover{border-color:transparent;background:color-mix(in oklab,var(--accent) 88%,var(--strong))}
form .button{margin-top:.35rem}
.actions{display:grid;gap:.75rem;margin-top:1.75rem}
.actions form{margin:0}
.actions .button{margin:0;width:100%}
.said{margin-bottom:1.5rem;padding:.75rem 1.05rem;border:1px solid color-mix(in oklab,var(--accent) 45%,var(--border));border-left-width:4px;border-left-color:var(--accent);border-radius:10px;background:var(--raised)}
.entries{list-style:none;margin-top:1.75rem;border-top:1px solid var(--border)}
.entries li{display:grid;grid-template-columns:minmax(0,1fr);gap:.1rem;padding:.85rem 0;border-bottom:1px solid var(--border)}
.entries a{font:620 1.0625rem/1.35 var(--heading);justify-self:start}
.entries span{color:var(--muted);font-size:.9375rem}
.ways{display:grid;gap:.75rem;margin-top:.9rem}
.ways form{margin:0}
.ways .button{margin:0;width:100%}
.passkey{margin-top:.85rem;gap:.5rem}
.passkey .wrong:empty{display:none}
@media (scripting:enabled){
.passkey[hidden]{display:grid!important;visibility:hidden}
[data-without-passkeys]{display:none}
}
.steps{margin:1.75rem 0 0;padding-left:1.35rem;display:grid;gap:1.75rem}
.steps>li>p{margin-top:.5rem}
.steps>li>p:first-child{margin:0;font-weight:600;color:var(--strong)}
.steps form{margin-top:.9rem}
.qr{display:block;max-width:100%;height:auto;margin-top:.9rem;border:1px solid var(--border);border-radius:10px}
.key{font-size:1.05rem;letter-spacing:.04em}
.codes{list-style:none;margin-top:1.5rem;padding:1rem 1.25rem;border:1px solid var(--border);border-radius:10px;background:var(--sunk);display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.55rem 1.5rem}
.codes code{font-size:1.1rem;color:var(--strong)}
.other{margin-top:1.75rem;padding-top:1.35rem;border-top:1px solid var(--border);color:var(--muted)}
.other a,.more a{font-weight:600;white-space:nowrap}
.more{margin-top:.6rem;color:var(--muted)}
.local{margin-top:1rem}
.said+.summary{margin-top:0}
.lead+.said,.hint+.said{margin:1.5rem 0 0}
strong{color:var(--strong)}
footer{width:100%;max-width:28rem;margin-inline:auto;padding:0 1.25rem 2rem;color:var(--muted);font-size:.9rem}
footer a{display:inline-flex;align-items:center;min-height:2rem;color:inherit}
footer a:hover{color:var(--strong)}
.languages{display:flex;flex-wrap:wrap;gap:0 1.5rem;margin-top:.35rem;list-style:none}
.languages a{min-width:2.75rem;min-height:2.75rem;text-decoration:none}
.languages a:hover{text-decoration:underline}
.languages [aria-current]{color:var(--strong);font-weight:600}
code{font:.9em ui-monospace,Menlo,Consolas,monospace}
@media (min-width:60rem){
body{grid-template:1fr auto/minmax(24rem,5fr) minmax(0,7fr)}
.panel::after{content:"";position:absolute;inset:auto 0 0;height:62%;z-index:-1;background:linear-gradient(to top,oklch(.19 .035 var(--h)) 18%,oklch(.19 .035 var(--h)/.72) 52%,transparent)}
.panel{grid-row:1/3;display:flex;flex-direction:column;justify-content:space-between;padding:2.25rem 2.5rem 2.75rem;position:sticky;top:0;height:100vh}
.words{display:block;max-width:24rem}
.words p:first-child{font:680 clamp(1.9rem,1.1rem + 1.7vw,2.6rem)/1.14 var(--heading);letter-spacing:-.018em;text-wrap:balance}
.words p+p{margin-top:.9rem;color:oklch(.9 .02 var(--h));font-size:1.0625rem}
main{align-self:center;padding-top:3rem}
footer{padding-bottom:2.25rem}
}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.panel{border-bottom:1px solid}.brand img{forced-color-adjust:none}}
`;
