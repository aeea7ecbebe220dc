-- Put before other scripts. A server's record: five lines, of which the last is JSON that no script looks into. In the
-- others a newline or % of the text is escaped, so that every text has one line and every line means one text.

local function parse_server(record)
  local num, created_at, slug, name, rest = string.match(record, '^(%d+)\n([^\n]*)\n([^\n]*)\n([^\n]*)\n(.*)$')
  return { num = num, created_at = created_at, slug = slug, name = name, rest = rest }
end
