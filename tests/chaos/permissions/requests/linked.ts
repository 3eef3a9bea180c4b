import type { Random } from '../../../conformance/openapi/fuzz/random.js'
import { likely, type Schema } from '../../../conformance/openapi/fuzz/values.js'
import { clock } from '#kernel/state/main'
import type { Row, Snapshot } from '../stage/snapshot.js'
import type { Operation } from './operations.js'

/** Members of bodies and queries that name rows. */
const TABLES: Readonly<Record<string, string>> = {
  roleIds: 'roles',
  menuIds: 'menus',
  departmentId: 'departments',
  departmentIds: 'departments',
  userId: 'users',
  userIds: 'users',
  memberIds: 'users',
  handlerIds: 'users',
  fileId: 'stored_files',
  documentId: 'documents',
  templateId: 'document_templates',
}
const SUBJECTS: Readonly<Record<string, string>> = {
  user: 'users',
  department: 'departments',
  role: 'roles',
}
export const NEW_PASSWORD = 'another correct horse'
const SHARE_MS = 90_000

/** Fills in what a schema asks for, with ids of rows that are there. */
export class Linked {
  constructor(
    private readonly operation: Operation,
    private readonly rows: Snapshot,
    private readonly random: Random
  ) {}

  body(schema: Schema): Record<string, unknown> {
    const made = likely(schema, this.random) as Record<string, unknown>
    return this.#linked(made)
  }

  /** Somebody to be imported. */
  table(): string {
    const code = this.rows.get('roles')!.find(({ id }) => id === this.id('roles'))?.code ?? ''
    const row = [this.#name(), this.id('departments'), code]
    return `username,departmentId,roles\n${row.join(',')}\n`
  }

  idsOf(table: string, most: number): number[] {
    const count = this.random.integer(1, most)
    return [...new Set(Array.from({ length: count }, () => this.id(table)))]
  }

  id(table: string): number {
    const rows = this.rows.get(table) ?? []
    if (rows.length === 0 || this.random.chance(0.02)) return 1_000_000
    // The latest rows are those of this walk.
    const recent = this.random.chance(0.85) ? rows.toSorted(byId).slice(-10) : rows
    return Number(this.random.pick(recent).id)
  }

  #linked(made: Record<string, unknown>): Record<string, unknown> {
    const entries = Object.entries(made).map(([name, value]) => [name, this.#member(name, value)])
    const body = Object.fromEntries(entries) as Record<string, unknown>
    if ('subjectType' in body) body.subjectId = this.id(SUBJECTS[String(body.subjectType)]!)
    delete body.updatedAt
    delete body.submissionNo
    return body
  }

  #member(name: string, value: unknown): unknown {
    const table = name === 'parentId' ? this.#tree() : TABLES[name]
    if (table) return this.#reference(table, value)
    if (/password$/i.test(name)) return NEW_PASSWORD
    if (name === 'username' || name === 'code') return this.#name()
    if (name === 'permission' && typeof value === 'string') return this.#permission()
    if (name === 'endsAt' && value !== null) return new Date(clock.now() + SHARE_MS).toISOString()
    if (name === 'to' && typeof value === 'object') return this.#linked(value as Row)
    if (name === 'path' && value !== null) return '/somewhere'
    return value
  }

  #reference(table: string, value: unknown): unknown {
    if (value === null) return null
    return Array.isArray(value) ? this.idsOf(table, table === 'menus' ? 6 : 2) : this.id(table)
  }

  #name(): string {
    return `a${this.random.integer(1, 1_000_000)}`
  }

  #tree(): string {
    return this.operation.path.includes('/menus') ? 'menus' : 'departments'
  }

  #permission(): unknown {
    const carried = this.rows.get('menus')!.filter(({ permission }) => permission !== null)
    return this.random.pick(carried).permission
  }
}

const byId = (one: Row, other: Row): number => Number(one.id) - Number(other.id)
