-- Creates or updates servers of one account in the order given; a later one sees the earlier ones.
--
-- KEYS  1 account     2 servers     3 slugs     4 names     5 totals     6 answer
-- ARGV  1 revision     then six for each server: id, createdAt, slug, folded name, JSON of the rest, and its number or '' for the next one
-- Result: 'saved', then three for each server: 'created', 'updated', 'unchanged' or 'slug_taken', number, createdAt;
--         or 'no_account'

local account, servers, slugs, names, totals = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local known = known_answer(KEYS[6])
if known then
  return known
end
if not is_there(account) then
  return { 'no_account' }
end

local function next_num(given)
  if given == '' then
    return tostring(redis.call('HINCRBY', account, 'lastServerNum', 1))
  end
  local last = tonumber(redis.call('HGET', account, 'lastServerNum') or '0')
  redis.call('HSET', account, 'lastServerNum', math.max(last, tonumber(given)))
  return given
end

local function forget(id, old)
  redis.call('HDEL', slugs, old.slug)
  redis.call('ZREM', names, old.name .. '\n' .. id)
end

local function write(id, new)
  redis.call('HSET', servers, id, table.concat({ new.num, new.created_at, new.slug, new.name, new.rest }, '\n'))
  redis.call('HSET', slugs, new.slug, id)
  redis.call('ZADD', names, 0, new.name .. '\n' .. id)
end

local function save(id, new)
  local holder = redis.call('HGET', slugs, new.slug)
  if holder and holder ~= id then
    return 'slug_taken', '0', ''
  end
  local record = redis.call('HGET', servers, id)
  if not record then
    new.num = next_num(new.num)
    write(id, new)
    redis.call('HSETNX', totals, new.num, 0)
    return 'created', new.num, new.created_at
  end
  local old = parse_server(record)
  new.num, new.created_at = old.num, old.created_at
  if old.slug == new.slug and old.name == new.name and old.rest == new.rest then
    return 'unchanged', old.num, old.created_at
  end
  forget(id, old)
  write(id, new)
  return 'updated', old.num, old.created_at
end

local result = { 'saved' }
local has_changed = false
for index = 2, #ARGV, 6 do
  local status, num, created_at = save(ARGV[index], {
    created_at = ARGV[index + 1],
    slug = ARGV[index + 2],
    name = ARGV[index + 3],
    rest = ARGV[index + 4],
    num = ARGV[index + 5],
  })
  has_changed = has_changed or status == 'created' or status == 'updated'
  result[#result + 1] = status
  result[#result + 1] = num
  result[#result + 1] = created_at
end
if has_changed then
  note_change(account, ARGV[1])
end
return answer(KEYS[6], result)
