import { assetFaults, completedAsset } from './asset.js';

const INSTALLED = { name: 'Pump', accountId: 'a', status: 'installed' };

describe('a new asset', () => {
  it.each([
    [
      { accountId: 'a', serial: 'S-1' },
      { name: 'S-1', status: 'installed' },
    ],
    [{ serial: 'S-1' }, { name: 'S-1', status: 'in_stock' }],
    [
      { name: 'Pump', status: 'retired' },
      { name: 'Pump', status: 'retired' },
    ],
    [{}, { name: null, status: 'in_stock' }],
  ])('of %j has %j', (said, completed) => {
    expect(completedAsset(said)).toEqual(completed);
  });
});

describe('an asset', () => {
  it.each([
    [{ ...INSTALLED, installedOn: '2026-03-01', warrantyUntil: '2026-03-01' }, []],
    [{ ...INSTALLED, installedOn: '2026-03-02', warrantyUntil: '2026-03-01' }, ['/warrantyUntil']],
    [{ ...INSTALLED, warrantyUntil: '2026-03-01' }, []],
    [{ ...INSTALLED, accountId: null }, ['/accountId']],
    [{ ...INSTALLED, accountId: null, status: 'in_stock' }, []],
    [{ ...INSTALLED, accountId: null, status: 'retired' }, []],
    [{ ...INSTALLED, name: null, status: null }, ['/name', '/status']],
  ])('like %j is wrong at %j', (asset, pointers) => {
    expect(assetFaults(asset).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
