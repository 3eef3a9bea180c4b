import type { DataScope } from '../models/role.js'

/** Of everybody in the demo organisation. */
export const DEMO_PASSWORD = 'chancery-demo'

interface DemoDepartment {
  under: string | null
}

export const departments: Readonly<Record<string, DemoDepartment>> = {
  'Headquarters': { under: null },
  'Sales': { under: 'Headquarters' },
  'Finance': { under: 'Headquarters' },
  'Operations': { under: 'Headquarters' },
  'Sales North': { under: 'Sales' },
  'Sales South': { under: 'Sales' },
}

interface DemoRole {
  name: string
  dataScope: DataScope
  /** Where the scope is `custom`. */
  departments?: readonly string[]
  /** Of the administration; work beside it is everybody's. */
  administers: RegExp
}

const LOOKS = 'system:(user|department):(list|show)'

export const roles: Readonly<Record<string, DemoRole>> = {
  'director': { name: 'Director', dataScope: 'all', administers: /^system:/ },
  'head-of-department': {
    name: 'Head of department',
    dataScope: 'department_and_below',
    administers: new RegExp(`^(${LOOKS}|system:user:.*|system:role:list)$`),
  },
  'team-lead': {
    name: 'Team lead',
    dataScope: 'department',
    administers: new RegExp(`^(${LOOKS}|system:user:(update|export|unlock))$`),
  },
  'auditor': {
    name: 'Auditor',
    dataScope: 'custom',
    departments: ['Finance', 'Sales'],
    administers: new RegExp(`^(${LOOKS}|system:(user|department):export)$`),
  },
  'clerk': { name: 'Clerk', dataScope: 'self', administers: new RegExp(`^${LOOKS}$`) },
}

interface DemoUser {
  nickname: string
  department: string
  role: string
}

export const users: Readonly<Record<string, DemoUser>> = {
  dana: { nickname: 'Dana Winter', department: 'Headquarters', role: 'director' },
  hugo: { nickname: 'Hugo Marsh', department: 'Sales', role: 'head-of-department' },
  nina: { nickname: 'Nina Frost', department: 'Sales North', role: 'team-lead' },
  nora: { nickname: 'Nora Lind', department: 'Sales North', role: 'clerk' },
  noel: { nickname: 'Noel Berg', department: 'Sales North', role: 'clerk' },
  sam: { nickname: 'Sam Rivers', department: 'Sales South', role: 'team-lead' },
  sofia: { nickname: 'Sofia Costa', department: 'Sales South', role: 'clerk' },
  sven: { nickname: 'Sven Olsen', department: 'Sales South', role: 'clerk' },
  ada: { nickname: 'Ada Keller', department: 'Finance', role: 'auditor' },
  finn: { nickname: 'Finn Byrne', department: 'Finance', role: 'clerk' },
  fay: { nickname: 'Fay Moreau', department: 'Finance', role: 'clerk' },
  otto: { nickname: 'Otto Brandt', department: 'Operations', role: 'head-of-department' },
}
