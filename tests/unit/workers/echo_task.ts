/** A task for threads: returns its input, fails, or never ends. */
export default async function echo(input: 'fail' | 'forever' | { text: string }): Promise<unknown> {
  if (input === 'fail') throw new Error('on purpose')
  while (input === 'forever');
  return input
}
