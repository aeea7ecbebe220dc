import createClient from 'openapi-fetch';
import type { paths } from './generated/schema.d.ts';

// Each line with a code is a mistake that the compiler has to find, by that code and on that line.
const service = createClient<paths>({ baseUrl: 'http://localhost:3000' });

await service.GET('/v1/nothing'); // TS2554
await service.POST('/v1/resources'); // TS2554
await service.GET('/v1/resources/{id}', { params: { path: { slug: 'lantern-weather' } } }); // TS2353
await service.GET('/v1/resources', { params: { query: { limit: 'all' } } }); // TS2322

const { data, error } = await service.GET('/v1/resources/{id}', { params: { path: { id: 'an id' } } });
console.log(data.title); // TS18048
if (data !== undefined) {
  console.log(data.heading); // TS2339
  console.log(data.team.name); // TS18047
  console.log(data.downloads.trim()); // TS2339
}
if (error !== undefined && error.code === 'no_such_code') console.log(error); // TS2367
