/** An e-mail address, which breaks after its `@` before it breaks anywhere else. */
export function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <span dir="auto">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
