import { spawn } from 'node:child_process'

export interface Outcome {
  code: number | null
  output: string
}

const MOST_OUTPUT = 200_000

/** Runs a Node.js program to its end, or to a deadline at which it is killed. */
export function runNode(
  args: readonly string[],
  { cwd, env, limitMs }: { cwd: string; env: NodeJS.ProcessEnv; limitMs: number }
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const gather = (text: Buffer) => {
      if (output.length < MOST_OUTPUT) output += text.toString()
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    const deadline = setTimeout(() => child.kill('SIGKILL'), limitMs)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(deadline)
      resolve({ code, output })
    })
  })
}
