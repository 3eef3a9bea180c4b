import { on, once } from 'node:events'
import type { EditorConfiguration } from '../fakes/document_server/configuration.js'
import type { FakeDocumentServer } from '../fakes/document_server/server.js'
import { SECRETS, type ServiceProcess } from '#tests/helpers/service_process'

interface Row {
  id: number
}

const PASSWORD = 'a password of the office 1'

/** An administrator who uses the service as a team would. */
export class Office {
  #token = ''

  constructor(private readonly service: ServiceProcess) {}

  async logIn(): Promise<void> {
    const credentials = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }
    const { accessToken } = await this.call<{ accessToken: string }>(
      'POST',
      '/app/auth/login',
      credentials
    )
    this.#token = accessToken
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.request(method, path, body)
    const answer = (await response.json()) as { message: string; data: T }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`)
    return answer.data
  }

  request(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.service.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }

  /** People, rights, documents with versions and a review, and messages. */
  async settleIn(server: FakeDocumentServer): Promise<void> {
    const department = await this.call<Row>('POST', '/app/system/departments', { name: 'Archive' })
    const { items: menus } = await this.call<{ items: Row[] }>(
      'GET',
      '/app/system/menus?pageSize=200'
    )
    const role = await this.call<Row>('POST', '/app/system/roles', {
      code: 'archivist',
      name: 'Archivist',
      dataScope: 'custom',
      departmentIds: [department.id],
      menuIds: menus.map(({ id }) => id),
    })
    const user = await this.call<Row>('POST', '/app/system/users', {
      username: 'archie',
      nickname: 'Archie',
      password: PASSWORD,
      departmentId: department.id,
      roleIds: [role.id],
    })
    await this.#documents(server, user.id)
    const group = { name: 'Archive', memberIds: [user.id] }
    const { id } = await this.call<Row>('POST', '/app/im/conversations', group)
    await this.#talk(id)
  }

  /** A message that was edited and has a reaction, and one that was recalled. */
  async #talk(conversationId: number): Promise<void> {
    const url = `${this.service.url.replace('http', 'ws')}/ws/im`
    const socket = new WebSocket(url, ['im.v1', `bearer.${this.#token}`])
    const ask = async (frame: object) => {
      socket.send(JSON.stringify({ id: 1, conversationId, ...frame }))
      for await (const [event] of on(socket, 'message')) {
        const { id, type, ...answer } = JSON.parse((event as { data: string }).data)
        if (id === 1 && type === 'ack') return answer as { seq: number }
        if (id === 1) throw new Error(`${JSON.stringify(frame)}: ${JSON.stringify(answer)}`)
      }
      throw new Error('The socket has closed')
    }
    const say = (text: string) =>
      ask({ type: 'send', clientMessageId: text, contentType: 'text', content: { text } })

    await once(socket, 'open')
    const { seq } = await say('Before')
    await ask({ type: 'edit', clientMessageId: 'c2', seq, content: { text: 'Before the upgrade' } })
    await ask({ type: 'react', seq, reaction: '👍', on: true })
    await ask({ type: 'recall', seq: (await say('Mistaken')).seq })
    socket.close()
  }

  /** Opens the document in an editor. */
  async open(id: number, server: FakeDocumentServer) {
    const path = `/app/document/${id}/editor-config`
    return server.open(await this.call<EditorConfiguration>('GET', path))
  }

  async #documents(server: FakeDocumentServer, handlerId: number): Promise<void> {
    const { id } = await this.#document('Saved and restored')
    const editor = await this.open(id, server)
    editor.edit('Before the upgrade.')
    await editor.close()
    await server.settled()
    await this.call('POST', `/app/document/${id}/versions/1/restore`)

    const submitted = await this.#document('Submitted')
    await this.call('POST', `/app/document/${submitted.id}/submit`, { handlerIds: [handlerId] })
    const deleted = await this.#document('Deleted')
    await this.call('DELETE', `/app/document/${deleted.id}`)
  }

  #document(title: string): Promise<Row> {
    return this.call<Row>('POST', '/app/document', { fileType: 'docx', title })
  }
}
