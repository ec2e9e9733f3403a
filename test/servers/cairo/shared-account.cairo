use core::hash::HashStateTrait;
use core::pedersen::PedersenTrait;

#[starknet::interface]
trait IAccount<T> {
    fn is_valid_signature(self: @T, hash: felt252, signature: Array<felt252>) -> felt252;
}

/// An account of up to three keys. Signatures name their keys, in the layout of Argent's accounts: `count (0 key r s) …`.
/// Ordered: an owner and a guardian, who both sign, in this order. Else a multisig: any `threshold` of its keys, each once.
#[starknet::contract]
mod SharedAccount {
    use core::ecdsa::check_ecdsa_signature;

    #[storage]
    struct Storage {
        threshold: felt252,
        is_ordered: felt252,
        key_0: felt252,
        key_1: felt252,
        key_2: felt252,
    }

    #[constructor]
    fn constructor(
        ref self: ContractState, threshold: felt252, is_ordered: felt252, key_0: felt252, key_1: felt252, key_2: felt252
    ) {
        self.threshold.write(threshold);
        self.is_ordered.write(is_ordered);
        self.key_0.write(key_0);
        self.key_1.write(key_1);
        self.key_2.write(key_2);
    }

    /// Which of the account's keys this is; 3 for none.
    fn place_of(self: @ContractState, key: felt252) -> felt252 {
        if key == 0 {
            return 3;
        }
        if key == self.key_0.read() {
            return 0;
        }
        if key == self.key_1.read() {
            return 1;
        }
        if key == self.key_2.read() {
            return 2;
        }
        3
    }

    #[abi(embed_v0)]
    impl AccountImpl of super::IAccount<ContractState> {
        fn is_valid_signature(self: @ContractState, hash: felt252, signature: Array<felt252>) -> felt252 {
            let mut rest = signature.span();
            let count = match rest.pop_front() {
                Option::Some(count) => *count,
                Option::None => { return 0; },
            };
            if count != self.threshold.read() {
                return 0;
            }
            if rest.len().into() != count * 4 {
                return 0;
            }
            let mut seen_0 = false;
            let mut seen_1 = false;
            let mut seen_2 = false;
            let mut at: felt252 = 0;
            let mut is_good = true;
            loop {
                if rest.len() == 0 {
                    break;
                }
                let kind = *rest.pop_front().unwrap();
                let key = *rest.pop_front().unwrap();
                let r = *rest.pop_front().unwrap();
                let s = *rest.pop_front().unwrap();
                let place = place_of(self, key);
                if kind != 0 || place == 3 || !check_ecdsa_signature(hash, key, r, s) {
                    is_good = false;
                    break;
                }
                if self.is_ordered.read() == 1 && place != at {
                    is_good = false;
                    break;
                }
                if (place == 0 && seen_0) || (place == 1 && seen_1) || (place == 2 && seen_2) {
                    is_good = false;
                    break;
                }
                if place == 0 {
                    seen_0 = true;
                } else if place == 1 {
                    seen_1 = true;
                } else {
                    seen_2 = true;
                }
                at += 1;
            };
            if is_good {
                'VALID'
            } else {
                0
            }
        }
    }
}

fn pedersen_list(list: Span<felt252>) -> felt252 {
    let mut state = PedersenTrait::new(0);
    let mut rest = list;
    loop {
        match rest.pop_front() {
            Option::Some(item) => { state = state.update(*item); },
            Option::None => { break; },
        };
    };
    state.update(list.len().into()).finalize()
}

/// Where a contract lies that nobody in particular has deployed. (The reduction by 2^251 - 256 matters for one address in 2^59.)
fn address_of(class_hash: felt252, salt: felt252, calldata: Span<felt252>) -> felt252 {
    pedersen_list(array!['STARKNET_CONTRACT_ADDRESS', 0, salt, class_hash, pedersen_list(calldata)].span())
}

#[cfg(test)]
mod tests {
    use super::{address_of, SharedAccount, IAccountDispatcher, IAccountDispatcherTrait};
    use starknet::syscalls::deploy_syscall;

    fn deploy(calldata: Span<felt252>) -> IAccountDispatcher {
        let (contract_address, _) = deploy_syscall(SharedAccount::TEST_CLASS_HASH.try_into().unwrap(), 7, calldata, true)
            .unwrap();
        IAccountDispatcher { contract_address }
    }

    #[test]
    #[available_gas(2000000000)]
    fn the_engine_deploys_where_the_rule_says() {
        let calldata = array![1, 0, 5, 6, 7].span();
        let found: felt252 = deploy(calldata).contract_address.into();
        assert(found == address_of(SharedAccount::TEST_CLASS_HASH, 7, calldata), 'address of the engine');
    }

    // ADDRESSES
    // CASES
}
