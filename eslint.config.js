import { relative } from 'node:path'
import { configApp } from '@adonisjs/eslint-config'
import regexp from 'eslint-plugin-regexp'
import { refusalOf } from './tests/helpers/borders.ts'
import { importOf, PROJECT } from './tests/helpers/imports.ts'

const borders = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(PROJECT, context.filename)
    const check = (lazy) => (node) => {
      const specifier = node.source?.value
      const refusal = typeof specifier === 'string' && refusalOf(importOf(file, specifier, lazy))
      if (refusal) context.report({ node, message: `Not allowed here: ${refusal}.` })
    }
    return {
      ImportDeclaration: check(false),
      ExportNamedDeclaration: check(false),
      ExportAllDeclaration: check(false),
      ImportExpression: check(true),
    }
  },
}

const OTHER_CLOCKS = [
  'CallExpression[callee.object.name="DateTime"][callee.property.name=/^(now|utc|local)$/][arguments.length=0]',
  'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
].map((selector) => ({
  selector,
  message: 'There is one clock, that of #kernel/state/main: tests move it.',
}))

const COPIED_LISTS = {
  selector:
    'CallExpression[callee.property.name="set"] > ArrayExpression > SpreadElement > LogicalExpression CallExpression[callee.property.name="get"]',
  message:
    'A list that is copied for each of its members takes the square of it: push, or Map.groupBy.',
}

const DAY = 'Literal[value=/^\\d{4}-\\d{2}-\\d{2}$/]'
const STORED_DAYS = [
  `CallExpression[callee.property.name="update"] > ObjectExpression > Property[key.name=/At$/] > ${DAY}`,
  `VariableDeclarator[id.name=/At$/] > ${DAY}`,
].map((selector) => ({
  selector,
  message:
    'SQLite keeps a moment as it is written: a day alone is none. Write the hour, or a DateTime.',
}))

const LONGEST_FILE = 250

export default configApp(
  {
    ignores: [
      'app/plugins/console/assets/',
      'build/',
      'build.last/',
      'data/',
      'tmp/',
      '.adonisjs/',
      '.runtime/',
      'clients/*/dist/',
      'examples/*/dist/',
      'clients/*/src/generated/',
    ],
  },
  {
    rules: {
      'no-console': 'error',
      '@unicorn/no-await-expression-member': 'off',
      '@typescript-eslint/naming-convention': [
        'error',
        {
          selector: 'typeLike',
          format: ['PascalCase'],
          filter: { regex: '^E_[A-Z_]+$', match: false },
        },
        { selector: 'function', format: ['camelCase'] },
      ],
    },
  },
  {
    files: ['app/**/*.ts'],
    ignores: ['app/kernel/state/clock.ts'],
    rules: { 'no-restricted-syntax': ['error', ...OTHER_CLOCKS, COPIED_LISTS] },
  },
  {
    files: ['{app,bin,config,providers,start,tests}/**/*.{js,ts}'],
    rules: { 'max-lines': ['error', LONGEST_FILE] },
  },
  {
    files: ['{app,bin,clients,config,providers,start}/**/*.{js,ts}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  { files: ['tests/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...STORED_DAYS] } },
  {
    files: [
      '{app,benchmarks,bin,config,database,providers,start}/**/*.{js,ts}',
      'adonisrc.ts',
      'ace.js',
    ],
    plugins: { chancery: { rules: { borders } } },
    rules: { 'chancery/borders': 'error' },
  }
)
