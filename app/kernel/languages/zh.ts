import type { Texts } from './language.js'

/** What the kernel says, and VineJS, in simplified Chinese. */
const texts: Texts = {
  // Health
  'the database': '数据库',
  'Redis': 'Redis',

  // Requests
  'Log in to continue': '请先登录',
  'You do not have permission to do this': '您没有执行此操作的权限',
  'This needs the permission "{0}"': '此操作需要权限“{0}”',
  'Not found': '未找到',
  'No such route': '没有此接口',
  'The change conflicts with the present state': '该更改与当前状态冲突',
  'Somebody changed this meanwhile; load it again and repeat the change':
    '此内容已被他人修改；请重新加载后再次修改',
  'Somebody else is at this right now, please try again later': '他人正在操作此内容，请稍后再试',
  'The request could not be understood': '无法识别该请求',
  'The request has invalid fields': '请求中有无效的字段',
  'The request body is too large': '请求体过大',
  'The request did not come in time; send it again': '请求未能及时到达；请重新发送',
  'Send the body in a content type that this operation takes': '请按此接口支持的内容类型发送请求体',
  'Send the body as {0}': '请以 {0} 发送请求体',
  'Send the body as it is, without a Content-Encoding':
    '请直接发送请求体，不要使用 Content-Encoding',
  'Nothing but 100-continue can be expected; leave the header Expect out':
    '仅支持 100-continue；请去掉请求头 Expect',
  'Too many requests, please try again later': '请求过于频繁，请稍后再试',
  '{0}; try again in a moment': '{0}；请稍候再试',
  '{0}; try again later': '{0}；请稍后再试',
  'The line and the headers of a request must not be larger than 16 KB':
    '请求行与请求头不得超过 16 KB',
  'System busy, please try again later': '系统繁忙，请稍后再试',
  'The client has hung up': '客户端已断开连接',
  'Say with the header Host whom you are calling': '请用请求头 Host 指明所请求的主机',
  'The address cannot be decoded; write % as %25': '无法解码该地址；请将 % 写作 %25',
  'The body must be an object or an array': '请求体必须是对象或数组',
  'The body is nested more than {0} deep': '请求体的嵌套超过 {0} 层',
  'The body has more than {0} names or {1} members': '请求体中的名称超过 {0} 个，或成员超过 {1} 个',
  'The body is no JSON that can be read': '请求体不是可读取的 JSON',
  'The body broke off': '请求体传输中断',
  'The body must not be larger than {0} KB': '请求体不得超过 {0} KB',
  'A value is out of the range that can be stored': '有的值超出可存储的范围',

  // Uploads
  'Send one file at a time': '每次只能发送一个文件',
  'Send fewer parts': '请减少表单的部分数量',
  'A field is too large': '有的字段过大',
  'The upload broke off, or could not be understood': '上传中断，或无法识别',
  'The file is larger than the {0} MB that are taken': '文件超过允许的 {0} MB',
  'The {0} field must be a file': '字段 {0} 必须是文件',

  // Rows and lists
  'Owner and department of a row are set by the service and cannot be given':
    '记录的所有者和部门由系统设置，不能指定',
  'The cursor does not belong to this list and sort': '该游标不属于此列表及其排序',
  'This list cannot be sorted by "{0}"': '此列表不能按“{0}”排序',
  'The page lies too deep; follow nextCursor instead': '页码过大；请改用 nextCursor 翻页',
  'The {0} field names no line of this row, or one that is named before':
    '字段 {0} 指向的明细不属于此记录，或已重复出现',
  'The {0} field names a row that is not there': '字段 {0} 指向的记录不存在',
  'Rows stand at most {0} levels deep; choose a place further up':
    '层级最多 {0} 级；请选择更上层的位置',
  'The {0} field must not be null': '字段 {0} 不能为 null',
  'The {0} field must be an ISO 8601 time': '字段 {0} 必须是 ISO 8601 时间',
  'The {0} field {1}': '字段 {0} {1}',
  'is nested too deeply': '嵌套过深',
  'must not contain null bytes': '不能包含空字节',
  'must not contain half a character': '不能包含不完整的字符',

  // Tables
  'Too many imports are waiting; send the file again in a moment':
    '等待中的导入过多；请稍候重新发送文件',
  'Other exports are still running; try again in a moment': '其他导出仍在进行；请稍候再试',
  'The rows of the file have more than {0} characters in all; send it in parts':
    '文件各行合计超过 {0} 个字符；请分批发送',
  'The file has too many empty rows': '文件中的空行过多',
  'The file has more than {0} rows': '文件超过 {0} 行',
  'The file is empty': '文件为空',
  'Row {0}, column "{1}": the cell has the error {2}': '第 {0} 行“{1}”列：单元格有错误 {2}',
  'There is no column "{0}"; there are: {1}': '没有“{0}”列；可用的列：{1}',
  'The column "{0}" is missing': '缺少“{0}”列',
  'The column "{0}" is there twice': '“{0}”列重复',
  'The file must be CSV in UTF-8, or XLSX': '文件必须是 UTF-8 编码的 CSV 或 XLSX',
  'The file is no CSV that can be read: see line {0}': '文件不是可读取的 CSV：见第 {0} 行',
  'A row has more than {0} cells': '有一行超过 {0} 个单元格',
  'A cell has more than {0} characters': '有单元格超过 {0} 个字符',
  'The file takes too long to read; send it in parts': '读取文件耗时过长；请分批发送',
  'The workbook is damaged: it cannot be read': '工作簿已损坏：无法读取',
  'The workbook has no sheet that is shown': '工作簿中没有可见的工作表',
  'The workbook is damaged: its first sheet cannot be read': '工作簿已损坏：无法读取其第一个工作表',
  'The file is no table that can be read': '文件不是可读取的表格',
  'The file {0}': '文件有问题：{0}',
  'is damaged': '已损坏',
  'is damaged: it has parts that lead out of it': '已损坏：其中有指向外部的部分',
  'has too many parts': '包含的部分过多',
  'has a table of contents that is too large': '目录过大',
  'The file is damaged: it cannot be unpacked': '文件已损坏：无法解压',
  'The file would be too large when unpacked': '文件解压后过大',
  'The files could not be written, and the tree is as it was; is the disk full?':
    '无法写入文件，源码保持原状；磁盘是否已满？',

  // Fields
  'The {field} field must be a day such as 2026-11-21': '字段 {field} 必须是日期，例如 2026-11-21',
  'The {field} field must be an ISO 8601 time': '字段 {field} 必须是 ISO 8601 时间',
  'The {field} field must not exceed {most} characters as JSON':
    '字段 {field} 转为 JSON 后不得超过 {most} 个字符',
  'The {field} field must be one line of visible text': '字段 {field} 必须是一行可见文本',
  'The {field} field must be up to {most} of: {sorts}':
    '字段 {field} 最多可取以下 {most} 项：{sorts}',
  'The {field} field must be a whole number of at least {min}':
    '字段 {field} 必须是不小于 {min} 的整数',
  'The {field} field must not have more than {most} ids': '字段 {field} 最多包含 {most} 个 id',
  'The {field} field must be ids parted by commas': '字段 {field} 必须是以逗号分隔的 id',

  // VineJS
  'The {field} field must be defined': '字段 {field} 必须填写',
  'The {field} field must be a string': '字段 {field} 必须是字符串',
  'The {field} field must be a valid email address': '字段 {field} 必须是有效的邮箱地址',
  'The {field} field must be a valid mobile phone number': '字段 {field} 必须是有效的手机号码',
  'The {field} field must be a valid {providersList} card number':
    '字段 {field} 必须是有效的 {providersList} 卡号',
  'The {field} field must be a valid passport number': '字段 {field} 必须是有效的护照号码',
  'The {field} field must be a valid postal code': '字段 {field} 必须是有效的邮政编码',
  'The {field} field format is invalid': '字段 {field} 的格式无效',
  'The {field} field must only contain ASCII characters': '字段 {field} 只能包含 ASCII 字符',
  'The {field} field must be a valid IBAN number': '字段 {field} 必须是有效的 IBAN',
  'The {field} field must be a valid JWT token': '字段 {field} 必须是有效的 JWT',
  'The {field} field must contain latitude and longitude coordinates':
    '字段 {field} 必须是经纬度坐标',
  'The {field} field must be a valid URL': '字段 {field} 必须是有效的网址',
  'The {field} field must contain only letters': '字段 {field} 只能包含字母',
  'The {field} field must contain only letters and numbers': '字段 {field} 只能包含字母和数字',
  'The {field} field must have at least {min} characters': '字段 {field} 至少需要 {min} 个字符',
  'The {field} field must not be greater than {max} characters':
    '字段 {field} 不得超过 {max} 个字符',
  'The {field} field must be {size} characters long': '字段 {field} 必须为 {size} 个字符',
  'The {originalField} field and {otherField} field must be the same':
    '字段 {originalField} 与字段 {otherField} 必须一致',
  'The {field} field must end with {substring}': '字段 {field} 必须以 {substring} 结尾',
  'The {field} field must start with {substring}': '字段 {field} 必须以 {substring} 开头',
  'The {field} field and {otherField} field must be the same':
    '字段 {field} 与字段 {otherField} 必须一致',
  'The {field} field and {otherField} field must be different':
    '字段 {field} 与字段 {otherField} 不能相同',
  'The selected {field} is invalid': '字段 {field} 的取值无效',
  'The {field} field must be a valid IP address': '字段 {field} 必须是有效的 IP 地址',
  'The {field} field must be a valid VAT number': '字段 {field} 必须是有效的增值税号',
  'The {field} field must be a valid UUID': '字段 {field} 必须是有效的 UUID',
  'The {field} field must be a valid ULID': '字段 {field} 必须是有效的 ULID',
  'The {field} field must be a valid hex color code': '字段 {field} 必须是有效的十六进制颜色',
  'The value must be a boolean': '该值必须是布尔值',
  'The {field} field must be a number': '字段 {field} 必须是数字',
  'The selected {field} is not in {values}': '字段 {field} 的取值不在 {values} 之中',
  'The {field} field must be at least {min}': '字段 {field} 不得小于 {min}',
  'The {field} field must not be greater than {max}': '字段 {field} 不得大于 {max}',
  'The {field} field must be between {min} and {max}': '字段 {field} 必须介于 {min} 和 {max} 之间',
  'The {field} field must be positive': '字段 {field} 必须是正数',
  'The {field} field must be negative': '字段 {field} 必须是负数',
  'The {field} field must be positive or zero': '字段 {field} 必须是正数或零',
  'The {field} field must be negative or zero': '字段 {field} 必须是负数或零',
  'The {field} field must have {digits} decimal places': '字段 {field} 必须有 {digits} 位小数',
  'The {field} field must be an integer': '字段 {field} 必须是整数',
  'The {field} field must be accepted': '字段 {field} 必须被接受',
  'The {field} field must be {expectedValue}': '字段 {field} 必须是 {expectedValue}',
  'The {field} field must be an object': '字段 {field} 必须是对象',
  'The {field} field must be an array': '字段 {field} 必须是数组',
  'The {field} field must have at least {min} items': '字段 {field} 至少需要 {min} 项',
  'The {field} field must not have more than {max} items': '字段 {field} 不得超过 {max} 项',
  'The {field} field must contain {size} items': '字段 {field} 必须包含 {size} 项',
  'The {field} field must not be empty': '字段 {field} 不能为空',
  'The {field} field has duplicate values': '字段 {field} 含有重复的值',
  'Invalid value provided for {field} field': '字段 {field} 的值无效',
  'The {field} field must be a datetime value': '字段 {field} 必须是日期时间',
  'The {field} field must be a date equal to {expectedValue}':
    '字段 {field} 必须是等于 {expectedValue} 的日期',
  'The {field} field must be a date after {expectedValue}':
    '字段 {field} 必须是晚于 {expectedValue} 的日期',
  'The {field} field must be a date before {expectedValue}':
    '字段 {field} 必须是早于 {expectedValue} 的日期',
  'The {field} field must be a date after or equal to {expectedValue}':
    '字段 {field} 必须是不早于 {expectedValue} 的日期',
  'The {field} field must be a date before or equal to {expectedValue}':
    '字段 {field} 必须是不晚于 {expectedValue} 的日期',
  'The {field} field must be a date after {otherField}':
    '字段 {field} 必须是晚于字段 {otherField} 的日期',
  'The {field} field must be a date after or same as {otherField}':
    '字段 {field} 必须是不早于字段 {otherField} 的日期',
  'The {field} field must be a date before {otherField}':
    '字段 {field} 必须是早于字段 {otherField} 的日期',
  'The {field} field must be a date before or same as {otherField}':
    '字段 {field} 必须是不晚于字段 {otherField} 的日期',
  'The {field} field is not a weekend': '字段 {field} 不是周末',
  'The {field} field is not a weekday': '字段 {field} 不是工作日',
  'The {field} field must be a valid file': '字段 {field} 必须是有效的文件',
  'The {field} field must be at least {min} bytes in size': '字段 {field} 至少需要 {min} 字节',
  'The {field} field must not exceed {max} bytes in size': '字段 {field} 不得超过 {max} 字节',
  'The {field} mime type is invalid': '字段 {field} 的 MIME 类型无效',
  'true or false': 'true 或 false',
  'a whole number from {0} to {1}': '{0} 到 {1} 之间的整数',
  'a text of at most {0} characters': '不超过 {0} 个字符的文本',
  'one of {0}': '以下之一：{0}',
}

export default texts
