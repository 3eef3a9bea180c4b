import { test } from '@japa/runner'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogOutput } from '#kernel/boot/log_output'
import { until } from '../../helpers/until.js'

/** A pipe with a name, whose reader can go away and come back. */
class Pipe {
  readonly #folder = mkdtempSync(join(tmpdir(), 'chancery-log-'))
  readonly #path = join(this.#folder, 'log')
  #reader: number | null = null
  readonly writer: number

  constructor() {
    execFileSync('mkfifo', [this.#path])
    this.come()
    this.writer = openSync(this.#path, constants.O_WRONLY | constants.O_NONBLOCK)
  }

  come() {
    this.#reader = openSync(this.#path, constants.O_RDONLY | constants.O_NONBLOCK)
  }

  leave() {
    if (this.#reader !== null) closeSync(this.#reader)
    this.#reader = null
  }

  /** What was written since, as far as it has come. */
  read(): string {
    const bytes = Buffer.alloc(4 * 1024 * 1024)
    try {
      return bytes.toString('utf8', 0, readSync(this.#reader!, bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return ''
      throw error
    }
  }

  /** The writer stays open: what is still to be written would go into whatever has its number next. */
  close() {
    this.leave()
    rmSync(this.#folder, { recursive: true })
  }
}

test.group('Plugins | log output', (group) => {
  let pipe: Pipe
  group.each.setup(() => {
    pipe = new Pipe()
    return () => pipe.close()
  })

  /** Reads until that is among it. */
  async function readUntil(awaited: RegExp): Promise<string> {
    let text = ''
    await until(() => {
      text += pipe.read()
      return awaited.test(text)
    })
    return text
  }

  test('write again, in order, what could not be written while nobody read', async ({ assert }) => {
    const output = new LogOutput(pipe.writer, 'probe')
    output.write('one\n')
    assert.equal(await readUntil(/one/), 'one\n')

    pipe.leave()
    output.write('two\n')
    output.write('three\n')
    output.flushSync()
    pipe.come()
    output.write('four\n')

    assert.equal(await readUntil(/four/), 'two\nthree\nfour\n')
  })

  test('end what is written at the end with the first write that fails', async ({ assert }) => {
    const output = new LogOutput(pipe.writer, 'probe')
    pipe.leave()
    output.write('one\n')
    output.write('two\n')
    assert.doesNotThrow(() => output.flushSync())
    pipe.come()
    assert.equal(await readUntil(/two/), 'one\ntwo\n')
  })
})
