import type { Group } from '@japa/runner/core'
import type { PageDescription } from '#kernel/descriptions/main'
import { ProjectCopy } from '../../helpers/project_copy.js'
import type { ServiceProcess } from '../../helpers/service_process.js'
import { Caller, type Answer, type Refused } from './caller.js'
import { base } from './stage.js'

export interface Plan {
  fields: { name: string; fields?: object[] }[]
}

export interface AppliedModule {
  id: number
  name: string
  path: string
  files: { path: string; status: string }[]
}

interface ModuleDetail {
  files: string[]
  histories: { action: string; operatorId: number | null }[]
}

export interface Regenerated {
  status: string
  files: { path: string; status: string }[]
}

const PASSWORD = 'a word for strangers'

/** A service in a copy of the project, through which a group makes, changes and undoes modules. */
export class ModuleLife {
  copy!: ProjectCopy
  service!: ServiceProcess
  /** The administrator. */
  caller!: Caller

  static for(group: Group): ModuleLife {
    const life = new ModuleLife()
    group.setup(async () => {
      life.copy = await ProjectCopy.make()
      life.service = await life.copy.serve()
      life.caller = await Caller.of(life.service)
      return () => life.copy[Symbol.asyncDispose]()
    })
    return life
  }

  ask<Data = Refused>(method: string, path: string, body?: unknown): Promise<Answer<Data>> {
    return this.caller.ask<Data>(method, path, body)
  }

  regenerate<Data = Refused>(id: number, body: object): Promise<Answer<Data>> {
    return this.ask<Data>('POST', `${base}/modules/${id}/regenerate`, body)
  }

  undo(id: number, query = ''): Promise<Answer<Refused>> {
    return this.ask('DELETE', `${base}/modules/${id}${query}`)
  }

  async detail(id: number): Promise<ModuleDetail> {
    const { data } = await this.ask<ModuleDetail>('GET', `${base}/modules/${id}`)
    return data
  }

  /** Somebody whose one role has these menus and reaches rows of their own. */
  async person(name: string, menuIds: number[]): Promise<Caller> {
    const role = await this.ask<{ id: number }>('POST', '/app/system/roles', {
      code: name,
      name,
      dataScope: 'self',
      menuIds,
    })
    const credentials = { username: name, password: PASSWORD }
    const user = { ...credentials, nickname: name, roleIds: [role.data.id] }
    const made = await this.ask<object>('POST', '/app/system/users', user)
    if (made.status !== 200) throw new Error(JSON.stringify([role, made]))
    return Caller.of(this.service, credentials)
  }

  /** The menus and buttons there are. */
  async menus(): Promise<{ id: number; name: string }[]> {
    const { data } = await this.ask<{ items: { id: number; name: string }[] }>(
      'GET',
      '/app/system/menus?pageSize=200'
    )
    return data.items
  }

  /** The pages of modules that somebody, the administrator unless said, is shown. */
  async pages(caller = this.caller): Promise<PageDescription[]> {
    const { data } = await caller.ask<{ pages: PageDescription[] }>('GET', '/app/system/pages')
    return data.pages.filter(({ name }) => !name.startsWith('system.'))
  }

  async permissions(): Promise<string> {
    const { data } = await this.ask<unknown>('GET', '/app/system/permissions')
    return JSON.stringify(data)
  }

  async describedPaths(): Promise<string[]> {
    const response = await this.service.get('/v3/api-docs')
    return Object.keys(((await response.json()) as { paths: object }).paths)
  }
}
