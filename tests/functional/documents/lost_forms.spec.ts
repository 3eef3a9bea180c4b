import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { ownRowsOf } from '#kernel/data_scope/reach'
import { actAsSystem } from '#kernel/operator/acting'
import { SessionRegistry, type User } from '#plugins/identity/main'
import { ConversionRunner } from '../../../app/plugins/documents/conversion/conversion_runner.js'
import DocumentConversion from '../../../app/plugins/documents/models/document_conversion.js'
import { logIn } from '../../helpers/accounts.js'
import { fetched } from '../../helpers/download.js'
import {
  configOf,
  editorStage,
  ownerOfRows,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'

/** A way to what a version holds, found while it was permitted. @returns the status of each use */
type Way = (no: number) => Promise<() => Promise<number>>

const KEPT = 200
const REFUSED = [401, 403, 404]

test.group('Documents | forms that are no longer for who read them', (group) => {
  let stage: EditorStage
  let client: ApiClient
  let owner: User
  let filler: User
  let reader: User
  let token: string
  let id: number

  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async (one) => {
    client = one.context.client
    ;[owner, filler, reader] = [await person(), await person(), await person()]
    token = (await logIn(client, reader.username)).accessToken
    stage.gate.tell(owner.id, null, 'document:document:drop')
    id = (await staged(client, owner)).id
    await share(filler, 'fill')
    await submitForm(filler)
    return async () => {
      delete stage.server.faults.converter
      await idle()
    }
  })

  const person = () => ownerOfRows(stage)
  const idle = async () => (await app.container.make(ConversionRunner)).idle()
  const path = (rest: string) => `/app/document/${id}${rest}`
  const get = (rest: string) => client.get(path(rest)).bearerToken(token)
  const must = async (asked: ReturnType<ApiClient['get']>) => {
    const answer = await asked
    if (answer.status() !== 200) throw new Error(`${answer.status()} ${answer.text()}`)
    return answer.body().data
  }
  const convert = (body: object) => client.post(path('/convert')).bearerToken(token).json(body)

  function share({ id: subjectId }: User, level: string) {
    const body = { subjectType: 'user', subjectId, level }
    return must(client.post(path('/shares')).loginAs(owner).json(body))
  }

  async function submitForm(user: User): Promise<void> {
    const editor = await stage.server.open(await configOf(client, id, user))
    const sent = await editor.submitForm([{ key: 'Salary', value: 'secret', type: 'text' }])
    if (!sent?.saved) throw new Error('The form was not taken')
    await editor.close()
  }

  /** Asked once more each time. */
  const asking = (rest: string) => async () => async () => (await get(rest)).status()

  /** Whose conversion ends after the right to it. */
  const kept = (as: string): Way => {
    return async (versionNo) => {
      stage.server.faults.converter = { endless: true }
      const begun = await must(convert({ to: 'pdf', as, versionNo }))
      return async () => {
        stage.server.faults.converter = {}
        await idle()
        const { state, reason } = await DocumentConversion.findOrFail(begun.id)
        return state === 'done' ? KEPT : reason === 'E_FORBIDDEN' ? 403 : 500
      }
    }
  }

  const converted = (rest: string): Way => {
    return async (versionNo) => {
      const { id: cid } = await must(convert({ to: 'pdf', versionNo }))
      await idle()
      return async () => (await get(`/conversions/${cid}${rest}`)).status()
    }
  }

  const listed = <T>(rest: string, numbers: (data: T) => number[]): Way => {
    return async (no) => async () => {
      const answer = await get(rest)
      if (answer.status() !== 200) return answer.status()
      return numbers(answer.body().data as T).includes(no) ? KEPT : 404
    }
  }

  /** Every way of the API to what a version holds. */
  const WAYS: Record<string, Way> = {
    'content': (no) => asking(`/versions/${no}/content`)(),
    'form data': (no) => asking(`/versions/${no}/form-data`)(),
    'history data': (no) => asking(`/history/${no}`)(),
    'versions': listed('/versions', (data: { no: number }[]) => data.map(({ no }) => no)),
    'history': listed('/history', ({ history }: { history: { version: number }[] }) =>
      history.map(({ version }) => version)
    ),
    'address of history': async (no) => {
      const { url } = await must(get(`/history/${no}`))
      return async () => (await fetched(url)).status
    },
    'converting': async (versionNo) => async () =>
      (await convert({ to: 'pdf', versionNo })).status(),
    'conversion': converted(''),
    'converted content': converted('/content'),
    'conversion to a download': kept('download'),
    'conversion to a file': kept('file'),
    'conversion to a document': kept('document'),
  }

  const handlersAre = (handler: User, method: 'post' | 'put', rest: string) =>
    must(
      client[method](path(rest))
        .loginAs(owner)
        .json({ handlerIds: [handler.id] })
    )

  async function asHandler(): Promise<void> {
    await share(reader, 'view')
    await handlersAre(reader, 'post', '/submit')
  }

  /** How somebody comes to read what others submitted, and how that ends. */
  const LOSSES: { title: string; gain: () => Promise<unknown>; lose: () => Promise<unknown> }[] = [
    {
      title: 'has it shared to view instead of to edit',
      gain: () => share(reader, 'edit'),
      lose: () => share(reader, 'view'),
    },
    {
      title: 'has it shared no more',
      gain: () => share(reader, 'edit'),
      lose: () => {
        const qs = { subjectType: 'user', subjectId: reader.id }
        return must(client.delete(path('/shares')).loginAs(owner).qs(qs))
      },
    },
    {
      title: 'has it within their data scope no more, but shared',
      gain: async () => {
        await share(reader, 'view')
        stage.gate.tell(reader.id, ownRowsOf(owner.id), 'document:document:show')
      },
      lose: async () => {
        stage.gate.tell(reader.id, ownRowsOf(reader.id), 'document:document:show')
      },
    },
    {
      title: 'judges it no more, for it was taken back',
      gain: asHandler,
      lose: () => must(client.delete(path('/submission')).loginAs(owner)),
    },
    {
      title: 'judges it no more, for somebody else does',
      gain: asHandler,
      lose: async () => {
        const other = await person()
        await share(other, 'view')
        await handlersAre(other, 'put', '/submission')
      },
    },
    {
      title: 'judges it no more, for it was returned',
      gain: asHandler,
      lose: () => must(client.post(path('/review')).loginAs(reader).json({ decision: 'return' })),
    },
    {
      title: 'is disabled',
      gain: () => share(reader, 'edit'),
      lose: async () => {
        await actAsSystem('test', () => reader.merge({ status: 'disabled' }).save())
        await (await app.container.make(SessionRegistry)).usersChanged([reader.id])
      },
    },
    {
      title: 'does not see it, for it was deleted',
      gain: () => share(reader, 'edit'),
      lose: () => must(client.delete(path('')).loginAs(owner)),
    },
  ]

  /** Found one after the other, and used in the other order: conversions that are under way end before others begin. */
  async function found(no: number, names = Object.keys(WAYS)) {
    const uses: { name: string; use: () => Promise<number> }[] = []
    for (const name of names) {
      const use = await WAYS[name]!(no)
      if (!name.startsWith('conversion to') && (await use()) !== KEPT)
        throw new Error(`${name} was not read before`)
      await (name === 'converting' ? idle() : undefined)
      uses.unshift({ name, use })
    }
    return async () => {
      const answered: Record<string, number> = {}
      for (const { name, use } of uses) answered[name] = await use()
      return answered
    }
  }

  for (const { title, gain, lose } of LOSSES)
    test(`are not read by who ${title}, whatever was found before`, async ({ assert }) => {
      await gain()
      const use = await found(2)
      await lose()
      const answered = await use()
      const read = Object.entries(answered).filter(([, status]) => !REFUSED.includes(status))
      assert.deepEqual(read, [])
      assert.sameMembers(Object.keys(answered), Object.keys(WAYS))
    })

  test('are read by who may do less, where they are their own', async ({ assert }) => {
    await share(reader, 'edit')
    await submitForm(reader)
    const use = await found(3)
    await share(reader, 'view')
    for (const [name, status] of Object.entries(await use())) assert.equal(status, KEPT, name)
  })

  test('leave the document itself to who may do less', async ({ assert }) => {
    await share(reader, 'edit')
    const names = Object.keys(WAYS).filter((name) => name !== 'form data')
    const use = await found(1, names)
    await share(reader, 'view')
    for (const [name, status] of Object.entries(await use())) assert.equal(status, KEPT, name)
  })
})
