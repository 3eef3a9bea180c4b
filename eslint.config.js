import { configApp } from '@adonisjs/eslint-config'
import regexp from 'eslint-plugin-regexp'

const border = (files, regex, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
})

const OTHER_CLOCKS = [
  'CallExpression[callee.object.name="DateTime"][callee.property.name=/^(now|utc|local)$/][arguments.length=0]',
  'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
].map((selector) => ({
  selector,
  message: 'There is one clock, #kernel/state/clock: nodes agree on it, and tests move it.',
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

const INSIDE_OF_PLUGINS = '^#plugins/[^/]+/(?!(main|plugin)$)'
const INSIDE_OF_KERNEL = '^#kernel/[^/]+/(?!main$)'

export default configApp(
  {
    ignores: [
      'build/',
      'build.last/',
      'data/',
      'tmp/',
      '.adonisjs/',
      '.runtime/',
      'clients/*/dist/',
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
    ignores: ['app/kernel/state/clock.ts', 'app/kernel/state/redis/shared_clock.ts'],
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
  border(
    ['app/kernel/**'],
    `^#(plugins|config|start)/|^(\\.\\./)+plugins/[^/]+/|${INSIDE_OF_KERNEL}`,
    'The kernel imports the framework and the main of its own rooms: the kernel asks, plugins answer.'
  ),
  border(
    ['app/plugins/**'],
    `^#(config|start)/|${INSIDE_OF_PLUGINS}|${INSIDE_OF_KERNEL}`,
    'Plugins import each other by their main or plugin, rooms of the kernel by their main, and read settings from app.config.'
  ),
  border(
    ['config/**', 'start/**', 'providers/**', 'bin/**'],
    `^#plugins/[^/]+/(?!(main|plugin|settings)$)|${INSIDE_OF_KERNEL}`,
    'Plugins are imported by their main, plugin or settings, rooms of the kernel by their main.'
  )
)
