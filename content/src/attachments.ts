import { extensionOf } from './file-names.ts';
import { pointerTrouble } from './lfs-pointer.ts';

const words = (text: string) => text.split(' ');

/** Types of files that readers may download and texts may include, beside the types that pages show. */
const ATTACHABLE = new Set([
  ...words('pdf epub rtf doc docx odt xls xlsx ods ppt pptx odp csv tsv txt log ics'),
  ...words('zip tar gz tgz bz2 xz 7z jar war'),
  ...words(
    'json xml yaml yml toml sql ipynb properties ini conf proto graphql avsc parquet http har drawio puml xsd xsl',
  ),
  ...words(
    'java kt kts groovy gradle scala clj py rb php go rs c h cc cpp hpp cs fs swift dart hs ex exs erl lua r jl pl',
  ),
  ...words('js mjs cjs ts jsx tsx vue svelte css scss html htm sh bash zsh fish ps1 bat'),
  ...words('tf hcl rego cue nix bicep jsonnet star bzl tmpl tpl j2 mustache hbs ftl jsp diff patch'),
]);
const ATTACHABLE_NAMES =
  /^(?:Dockerfile|Containerfile|Makefile|Jenkinsfile|Vagrantfile|Procfile|Gemfile|Rakefile|Tiltfile|Caddyfile|Justfile)$/;

/** True for a file that a text may offer as a download, or include. Hidden files and folders are never among them. */
export function isAttachable(file: string): boolean {
  const parts = file.split('/');
  const name = parts.at(-1) ?? '';
  return (
    !parts.some((part) => part.startsWith('.')) && (ATTACHABLE.has(extensionOf(file)) || ATTACHABLE_NAMES.test(name))
  );
}

const ZIPPED = new Set(words('zip jar war epub docx xlsx pptx odt ods odp'));

/** Why the bytes of a file are not what its name says, or null. */
export function attachmentTrouble(file: string, bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  const extension = extensionOf(file);
  if (bytes.byteLength === 0) return 'is empty; add its content';
  const pointer = pointerTrouble(bytes);
  if (pointer !== null) return pointer;
  if (extension === 'pdf' && !head.includes('%PDF-')) return 'is not a PDF file; export it again';
  if (ZIPPED.has(extension) && !head.startsWith('PK')) return `is not a ${extension.toUpperCase()} file; save it again`;
  return null;
}

/** `1.2 MB`, in the form of a language. */
export function sizeInWords(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.max(1, Math.round(bytes / 1_000)), 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)}\u00a0${unit}`;
}
