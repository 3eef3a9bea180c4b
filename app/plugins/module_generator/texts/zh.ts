import type { Texts } from '#kernel/languages/main'
import { plans } from './zh_plans.js'

const texts: Texts = {
  ...plans,

  'From a sentence, a table or field lines to a verified module, and back':
    '由一句话、一张表或字段定义生成经过验证的模块，并可撤销',
  'Development': '开发',
  'Module generator': '模块生成器',
  'Generate, change and undo modules': '生成、修改和撤销模块',

  // Drafts
  'A language model drafted this plan; look at what it becomes with POST preview, and repeat with the "digest" of that as "reviewed"':
    '该方案由语言模型起草；请用 POST preview 查看结果，并以其“digest”作为“reviewed”重试',
  'The field lines could not be read; see errors': '无法读取字段定义；请查看 errors',
  'No language model is configured. Set AI_BASE_URL (and AI_MODEL, AI_API_KEY), or draft without one: {"table":"…"} from an existing table, or {"fields":"title:string:required …"} from field lines':
    '未配置语言模型。请设置 AI_BASE_URL（以及 AI_MODEL、AI_API_KEY），或不使用模型起草：{"table":"…"} 基于现有的表，{"fields":"title:string:required …"} 基于字段定义',
  'The language model gave no usable plan; say it differently, or draft from a table or from field lines':
    '语言模型没有给出可用的方案；请换一种说法，或基于表或字段定义起草',
  'The language model does not answer; try again, or draft from a table or from field lines':
    '语言模型没有响应；请重试，或基于表或字段定义起草',
  'The language model refused with status {0}; check AI_BASE_URL, AI_MODEL and AI_API_KEY':
    '语言模型以状态 {0} 拒绝；请检查 AI_BASE_URL、AI_MODEL 和 AI_API_KEY',
  'The language model answered far too much': '语言模型的回答过长',
  'The language model answered something that is no chat completion': '语言模型的回答不是聊天补全',
  'The answer is no JSON object; answer with the plan alone': '回答不是 JSON 对象；请只回答方案',
  'No module can be drafted from this table': '无法基于此表起草模块',
  'There is no such table': '该表不存在',
  'The table’s name has blanks around it': '表名前后有空格',
  'The table "{0}" has no primary key; add an integer column "id" as one':
    '表“{0}”没有主键；请添加整数列“id”作为主键',
  'The primary key of "{0}" is made of {1}; a module needs a single integer column "id"':
    '“{0}”的主键由 {1} 组成；模块需要单一的整数列“id”',
  'The primary key of "{0}" is called "{1}"; a module needs it to be "id"':
    '“{0}”的主键名为“{1}”；模块要求其为“id”',
  '"{0}" is {1}; choose a longer name, such as "{2}-entry"':
    '“{0}”是{1}；请选择更长的名称，例如“{2}-entry”',
  'Give one of: fields (with name), table, prompt':
    '请指定其一：fields（以及 name）、table、prompt',
  'Field lines need the name of the module beside them': '字段定义需要同时给出模块名称',
  'Name a field, as in title:string:required': '请给出字段名称，例如 title:string:required',

  // Writing
  'There is a module of this name already; choose another name, or regenerate it':
    '已有同名模块；请另选名称，或重新生成',
  'Another module is being written right now; try again when it is done':
    '正在写入另一个模块；请等其完成后再试',
  'The module did not pass its checks, and nothing was written; see errors':
    '模块未通过检查，未写入任何内容；请查看 errors',
  'Edits of yours and the new rendering meet in the same lines, and nothing was written; see errors, or repeat with conflicts "mark"':
    '您的修改与新生成的内容在相同的行冲突，未写入任何内容；请查看 errors，或以 conflicts "mark" 重试',
  'The new plan drops columns that hold data; repeat with "confirm": true to drop them':
    '新方案会删除含有数据的列；如确需删除，请以 "confirm": true 重试',
  'Rows that are there do not fit the new plan, and nothing was written; see errors':
    '现有数据不符合新方案，未写入任何内容；请查看 errors',
  'Files were changed since they were generated, and nothing was undone; repeat with force to discard the changes':
    '文件生成后被修改过，未撤销任何内容；如要放弃修改，请以 force 重试',
  'The table has rows, and a table with rows is never dropped; delete or move them first':
    '表中有数据，含有数据的表不会被删除；请先删除或移走数据',
  'The table "{0}" has rows, and a table with rows is never dropped; {1}':
    '表“{0}”中有数据，含有数据的表不会被删除；{1}',
  'remove them from the database first, those that are marked as deleted, too':
    '请先从数据库中清除数据，包括已标记删除的数据',
  'delete or move them first': '请先删除或移走数据',
  'Another module refers to this one; undo that one first':
    '另一个模块引用了此模块；请先撤销该模块',
  'Referred to by: {0}; undo those first': '被以下模块引用：{0}；请先撤销它们',
  'This service runs from a build, where there are no sources to write to; download the module instead':
    '本服务以构建产物运行，没有可写入的源码；请改为下载模块',
  'There is a folder {0} already; remove it, or choose another name than "{1}"':
    '已有文件夹 {0}；请将其删除，或另选“{1}”以外的名称',
  'There is a folder {0} already; choose another name': '已有文件夹 {0}；请另选名称',
  'Something answers at {0} already; give the plan another "path"':
    '{0} 已被使用；请为方案指定另一个“path”',
  'There is no table "{0}"; leave "table.existing" out of the plan to have it made':
    '表“{0}”不存在；如需新建，请从方案中去掉“table.existing”',
  'There is a table "{0}" already; draft from it with {"table":"{1}"}, or give the plan another "table"':
    '表“{0}”已存在；请用 {"table":"{1}"} 基于它起草，或为方案指定另一个“table”',
  '{0} mounts "{1}" already; choose another name': '{0} 已挂载“{1}”；请另选名称',
  'a reserved word of JavaScript': 'JavaScript 的保留字',
  'a keyword of SQL': 'SQL 的关键字',
  'the name of something that the application has already': '应用中已有内容的名称',
  'a member that every module has': '每个模块都有的成员',
  'a member that every model has': '每个模型都有的成员',
  '"{0}" is not a folder inside the project; choose another folder':
    '“{0}”不是项目内的文件夹；请另选文件夹',
  '"{0}" is {1}; choose another name': '“{0}”是{1}；请另选名称',
  'config/plugins.ts is not of the form that can be extended; give it the line "const plugins: readonly PluginManifest[] = […]"':
    'config/plugins.ts 的形式无法扩展；请加入“const plugins: readonly PluginManifest[] = […]”一行',
  '{0} was deleted since it was generated': '{0} 生成后已被删除',
  '{0} was changed since it was generated': '{0} 生成后已被修改',
  '{0} was added beside what was generated': '{0} 是在生成内容之外添加的',
  '{0} was edited, and the new plan has no such file; delete it or move it':
    '{0} 被修改过，而新方案没有该文件；请将其删除或移走',
  'The types could not be checked: the type checker was killed; repeat when the machine has more time and memory for it':
    '无法检查类型：类型检查器被终止；请在机器的时间和内存更充足时重试',
  'The types could not be checked: the type checker ended with {0}; see that "npx tsc --noEmit" runs in the project, then repeat':
    '无法检查类型：类型检查器以 {0} 结束；请确认“npx tsc --noEmit”可在项目中运行，然后重试',
  'There is no such module': '该模块不存在',
  'There is no generated module "{0}"': '没有生成的模块“{0}”',
  'Modules are rendered with the packages of development; install them':
    '生成模块需要开发依赖；请先安装',

  // Rows that are there
  'Column "{0}" of "{1}" holds data': '“{1}”的列“{0}”含有数据',
  'Nothing was written. {0}': '未写入任何内容。{0}',
  'Field "{0}": {1} of "{2}" {3}, such as {4}; {5}': '字段“{0}”：“{2}”中有 {1}{3}，例如 {4}；{5}',
  'Field "{0}" must be given, and {1} of "{2}" would have none; add it without "required", fill it, and then require it':
    '字段“{0}”为必填，而“{2}”中有 {1}将没有值；请先不加“required”添加，填写后再设为必填',
  '{0} of "{1}" have the same {2} as another, such as {3}; make them differ first, or leave the plan as it was':
    '“{1}”中有 {0}的 {2} 与其他行相同，例如 {3}；请先使其不同，或保持方案不变',
  '1 row': '1 行',
  '{0} rows': '{0} 行',
  'have a {0}, which becomes no {1}': '的值为 {0}，不能转换为 {1}',
  'empty them first, or add a field of type {0} beside it': '请先清空，或另行添加类型为 {0} 的字段',
  'have no value, and must have one from now on': '没有值，而今后必须有值',
  'fill them first, or leave "required" out': '请先填写，或去掉“required”',
  'have more than {0} characters': '超过 {0} 个字符',
  'shorten them first, or let "length" be greater': '请先缩短，或调大“length”',
  'have a value that is to be none any more': '的值将不再可用',
  'change them first, or leave the value among "values"': '请先修改，或在“values”中保留该值',
  'no day, as in 2026-11-21': '不是日期（例如 2026-11-21）',
  'no JSON': '不是 JSON',
  'no whole number': '不是整数',
  'no number': '不是数字',
  'have digits that decimal({0},{1}) has no place for': '的位数超出 decimal({0},{1})',
  'round them first, or let "precision" and "scale" be greater':
    '请先取整，或调大“precision”和“scale”',
  'are not within {0} and {1}': '不在 {0} 和 {1} 之间',
  'change them first, or let the bounds be wider': '请先修改，或放宽界限',
  'have a value that is {0}': '的值{0}',
  'change them first, or leave the type as it was': '请先修改，或保持类型不变',
}

export default texts
